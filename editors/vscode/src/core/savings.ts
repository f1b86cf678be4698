// What packs have saved, by week and day, as rows of a tree.

import type { DaySavings, Savings } from "../protocol";
import { count, grouped, percent } from "./format";

export interface SavingsRow {
  readonly label: string;
  readonly detail: string;
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
    label: `Week of ${monday}`,
    detail: sums(days),
    days: days.map((day) => ({ label: day.date, detail: sums([day]), days: [] })),
  }));
}

function sums(days: readonly DaySavings[]): string {
  const total = (of: (day: DaySavings) => number): number => days.reduce((sum, day) => sum + of(day), 0);
  const [packs, used, baseline] = [total((day) => day.packs), total((day) => day.used), total((day) => day.baseline)];
  const share = baseline > used ? `, ${percent(1 - used / baseline)} saved` : "";
  return `${count(packs, "pack")}, ${grouped(used)} of ${grouped(baseline)} tokens${share}`;
}

/** The Monday of a day's week, both as `2026-01-31`. */
function mondayOf(day: string): string {
  const time = Date.parse(`${day}T00:00:00Z`);
  const sinceMonday = (new Date(time).getUTCDay() + 6) % 7;
  return new Date(time - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}
