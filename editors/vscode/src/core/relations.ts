// Answers about dependence as rows of a tree: groups by distance or kind, and in them places to go to.

import type { AffectedTests, DefinitionPartner, FilePartner, Impact, Neighbourhood, PackDiff, Range } from "../protocol";
import { count, fileName, shortName, splitSymbol } from "./format";

export interface Row {
  readonly label: string;
  readonly detail: string;
  readonly tooltip: string;
  readonly icon: string;
  readonly uri: string;
  readonly range: Range | undefined;
  /** The command that runs a test alone. */
  readonly run?: string;
}

export interface Group {
  readonly label: string;
  readonly rows: readonly Row[];
}

/** The content of a view: its subject, remarks, and groups of rows. */
export interface Listing {
  readonly title: string;
  readonly warnings: readonly string[];
  readonly groups: readonly Group[];
  /** Whether the rows are tests, which can be run. */
  readonly areTests?: boolean;
}

interface Placed {
  readonly symbol: string;
  readonly uri: string;
  readonly range?: Range;
}

export function ofNeighbourhood(answer: Neighbourhood): Listing {
  const around = answer.nodes.filter((node) => node.distance > 0);
  const kinds = [...new Set(answer.edges.map((edge) => edge.kind))];
  const title = `${shortName(answer.root)}: ${kinds.length === 1 ? `${kinds[0]}, ` : ""}${count(around.length, "symbol")}`;
  return {
    title,
    warnings: answer.warnings,
    groups: byDistance(around, (node) => {
      const edges = answer.edges.filter((edge) => edge.source === node.symbol);
      const indirect = edges.length > 0 && edges.every((edge) => edge.through !== null) ? through(edges[0]) : "";
      return row(node, `${node.signature || node.kind}${indirect}`, iconOf(node.kind));
    }),
  };
}

export function ofImpact(answer: Impact): Listing {
  const past = oftenChanged(answer);
  const about = answer.symbol ? shortName(answer.symbol) : (answer.external ?? count(answer.files.length, "file"));
  return {
    title: `${about}: ${count(answer.dependants.length, "dependant")}`,
    warnings: answer.warnings,
    groups: [
      ...byDistance(answer.dependants, (node) =>
        row(node, `${node.relation} of ${shortName(node.via)}${through(node)}`, node.test ? "beaker" : "symbol-method"),
      ),
      ...(past.length ? [{ label: `Often changed with it (${past.length})`, rows: past.map((one) => row(one, one.frequency, "history")) }] : []),
    ],
  };
}

/** Definitions and files that often changed with the subject, and how often; an older server sends none. */
export function oftenChanged(answer: Partial<Impact>): readonly (Placed & { readonly frequency: string })[] {
  const files = answer.partners?.map(({ uri, path, ...one }) => ({ symbol: path, uri, frequency: frequencyText(one, one.of, "") }));
  return [...(answer.definitions?.map((one) => ({ ...one, frequency: frequencyText(one, "it", "the last ") })) ?? []), ...(files ?? [])];
}

function frequencyText(one: Pick<DefinitionPartner | FilePartner, "together" | "changes">, subject: string, which: string): string {
  return `changed with ${subject} ${one.together} of ${which}${one.changes} times`;
}

/** The symbol that the code names where it gets to another one by way of a base or a type. */
export function through(one: { readonly through: string | null } | undefined): string {
  return one?.through ? `, through ${shortName(one.through)}` : "";
}

export function ofTests(answer: AffectedTests): Listing {
  const named = answer.tests.filter(({ symbol }) => splitSymbol(symbol)[1]); // the others are test files, by their code outside symbols
  const isCounted = named.length > 0 || !answer.tests.length;
  return {
    title: `${isCounted ? count(named.length, "test") : "Tests"} in ${count(answer.files.length, "file")}`,
    warnings: answer.warnings,
    areTests: true,
    groups: byDistance(answer.tests, (test) => ({
      ...row(test, test.way.map((step) => shortName(step.symbol)).join(" → "), "beaker"),
      ...(test.run === null ? {} : { run: test.run }),
    })),
  };
}

export function ofPackDiff(answer: PackDiff): Listing {
  const groups = [
    { label: "Added", rows: answer.entered.map((one) => row(named(one), `${one.role}, ${one.level}`, "diff-added")) },
    { label: "Removed", rows: answer.left.map((one) => row(named(one), `${one.role}, ${one.level}`, "diff-removed")) },
    {
      label: "Changed",
      rows: answer.changed.map((one) => row(named(one), one.textChanged ? "code changed" : "different detail", "diff-modified")),
    },
  ].filter((group) => group.rows.length > 0);
  const moved = groups.reduce((sum, group) => sum + group.rows.length, 0);
  return { title: moved ? `${count(moved, "difference")}, ${answer.same} unchanged` : "No difference", warnings: [], groups };
}

function named<T extends { readonly symbol: string | null; readonly uri: string }>(one: T): T & { readonly symbol: string } {
  return { ...one, symbol: one.symbol ?? fileName(one.uri) };
}

function byDistance<T extends { readonly distance: number }>(all: readonly T[], toRow: (one: T) => Row): Group[] {
  const groups = new Map<number, Row[]>();
  for (const one of all) {
    const rows = groups.get(one.distance) ?? [];
    groups.set(one.distance, [...rows, toRow(one)]);
  }
  return [...groups].map(([distance, rows]) => ({ label: `${steps(distance)} (${rows.length})`, rows }));
}

function steps(distance: number): string {
  if (distance === 0) return "Changed itself";
  return distance === 1 ? "Direct" : `${distance} steps away`;
}

function row(placed: Placed, detail: string, icon: string): Row {
  const [file, name] = splitSymbol(placed.symbol);
  const label = shortName(placed.symbol);
  return {
    label,
    detail: name ? file : "file",
    tooltip: `${label}\n${detail}`,
    icon,
    uri: placed.uri,
    range: placed.range,
  };
}

const ICONS: Readonly<Record<string, string>> = {
  Class: "symbol-class",
  Function: "symbol-function",
  Interface: "symbol-interface",
  Struct: "symbol-struct",
  Enum: "symbol-enum",
  File: "file",
  Constant: "symbol-constant",
  Variable: "symbol-variable",
  Field: "symbol-field",
  Property: "symbol-property",
  Requirement: "checklist",
  Story: "person",
  Criterion: "pass",
  Decision: "law",
  Change: "history",
  Issue: "issues",
};

export function iconOf(kind: string): string {
  return ICONS[kind] ?? "symbol-method";
}
