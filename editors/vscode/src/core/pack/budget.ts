// The slider of the budget: stops that double about every second step, and whatever the budget is now among them.

import { escapeHtml, grouped } from "../format";

const STOPS = [500, 750, 1000, 1500, 2048, 3000, 4096, 6000, 8192, 12_000, 16_384, 24_000, 32_768, 65_536, 131_072];

export function budgetStops(current: number): number[] {
  return [...new Set([...STOPS, current])].sort((one, other) => one - other);
}

export function budgetSlider(current: number): string {
  const stops = budgetStops(current);
  const words = `${grouped(current)} tokens`;
  return (
    '<div class="budget"><label for="budget">Budget</label>' +
    `<input type="range" id="budget" data-do="budget" min="0" max="${stops.length - 1}" step="1" ` +
    `value="${stops.indexOf(current)}" data-stops="${stops.join(" ")}" aria-valuetext="${escapeHtml(words)}">` +
    `<output for="budget" id="budget-words">${words}</output></div>`
  );
}
