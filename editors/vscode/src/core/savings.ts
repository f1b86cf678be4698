// Token savings of packs, by week and day, as rows of a tree. The server adds up the weeks.

import type { DaySavings, Savings } from "../protocol";
import { count, grouped, percent } from "./format";

export interface SavingsRow {
  readonly label: string;
  /** Short, because the view is narrow. */
  readonly detail: string;
  readonly tooltip: string;
  readonly days: readonly SavingsRow[];
}

/** Whether a share of saved tokens is worth a word: packs of small files may cost as much as the files, or more. */
export function hasSaved({ savings }: { readonly savings: number }): boolean {
  return savings >= 0.01;
}

/** One row for each week that has packs, the latest first, with those of its days that were asked for. */
export function savingsRows(answer: Savings): SavingsRow[] {
  const days = answer.days.filter((one) => one.packs > 0);
  const weeks = answer.weeks.filter((one) => one.packs > 0);
  // Dates such as 2026-01-31 are in the order of their texts: a day is of the last week that does not begin after it.
  return weeks.map((week, number) => {
    const next = weeks[number - 1]?.date;
    const own = days.filter((day) => day.date >= week.date && (next === undefined || day.date < next));
    return { ...rowOf(`Week of ${week.date}`, week), days: own.map((day) => ({ ...rowOf(day.date, day), days: [] })) };
  });
}

function rowOf(label: string, day: DaySavings): Omit<SavingsRow, "days"> {
  const { packs, used, baseline, savings } = day;
  const saved = hasSaved(day) ? `${percent(savings)} saved, ` : "";
  const tooltip = `${label}: ${grouped(used)} tokens instead of ${grouped(baseline)}`;
  return { label, detail: `${saved}${count(packs, "pack")}`, tooltip };
}
