// What packs have saved, by week and day, as rows of a tree.

import type { DaySavings, Savings } from "../protocol";
import { count, grouped, percent } from "./format";

export interface SavingsRow {
  readonly label: string;
  /** Short, because the view is narrow. */
  readonly detail: string;
  readonly tooltip: string;
  readonly days: readonly SavingsRow[];
}

const DAY_MS = 86_400_000;

/** One row for each week that has packs, the latest first, with its days in it. */
export function savingsRows(answer: Savings): SavingsRow[] {
  const weeks = new Map<string, DaySavings[]>();
  for (const day of answer.days.filter((one) => one.packs > 0)) {
    const monday = mondayOf(day.date);
    weeks.set(monday, [...(weeks.get(monday) ?? []), day]);
  }
  return [...weeks].map(([monday, days]) => ({
    ...sums(`Week of ${monday}`, days),
    days: days.map((day) => ({ ...sums(day.date, [day]), days: [] })),
  }));
}

function sums(label: string, days: readonly DaySavings[]): Omit<SavingsRow, "days"> {
  const total = (of: (day: DaySavings) => number): number => days.reduce((sum, day) => sum + of(day), 0);
  const [packs, used, baseline] = [total((day) => day.packs), total((day) => day.used), total((day) => day.baseline)];
  const saved = baseline > used ? `${percent(1 - used / baseline)} saved, ` : "";
  const tooltip = `${label}: ${grouped(used)} tokens instead of ${grouped(baseline)}`;
  return { label, detail: `${saved}${count(packs, "pack")}`, tooltip };
}

/** The Monday of a day's week, both as `2026-01-31`. */
function mondayOf(day: string): string {
  const time = Date.parse(`${day}T00:00:00Z`);
  const sinceMonday = (new Date(time).getUTCDay() + 6) % 7;
  return new Date(time - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}
