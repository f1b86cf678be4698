// The controls of a pack: the budget, and lists for format, tests, depth and cursor. What is chosen is in `packState.ts`.

import type { Pack } from "../../protocol";
import { budgetSlider } from "./budget";
import { grouped } from "../format";
import { type PackState, type Shape, controlled, questionOf } from "./packState";

interface Choice {
  readonly value: NonNullable<Shape[keyof Shape]>;
  readonly label: string;
}

export interface Control {
  readonly name: keyof Shape;
  readonly label: string;
  /** A description of the option, for a tooltip. */
  readonly help: string;
  readonly choices: readonly Choice[];
}

export const CONTROLS: readonly Control[] = [
  {
    name: "format",
    label: "Format",
    help: "Format in which the pack is copied, saved and sent",
    choices: [
      { value: "markdown", label: "Markdown" },
      { value: "xml", label: "XML" },
      { value: "json", label: "JSON" },
      { value: "compact", label: "Compact" },
    ],
  },
  {
    name: "includeTests",
    label: "Tests",
    help: "Whether tests are among the results",
    choices: [
      { value: "auto", label: "If the question is about tests" },
      { value: true, label: "Include" },
      { value: false, label: "Leave out" },
    ],
  },
  {
    name: "dependencyDepth",
    label: "Dependency steps",
    help: "How many steps to follow the dependencies of the results",
    choices: [0, 1, 2, 3, 4, 5].map((value) => ({ value, label: String(value) })),
  },
  {
    name: "cursor",
    label: "Symbol at cursor",
    help: "Whether the symbol at the cursor is treated as part of the question",
    choices: [
      { value: "auto", label: "If it fits the question" },
      { value: "on", label: "Always" },
      { value: "off", label: "Never" },
    ],
  },
];

/** The shape that a choice stands for; undefined where a control has no such choice. */
export function chosen({ name, choices }: Control, written: string): Shape | undefined {
  const choice = choices.find(({ value }) => String(value) === written);
  return choice && { [name]: choice.value };
}

/** The controls, folded into a line that says what they are set to. */
export function controlsHtml(state: PackState, { tokens }: Pack): string {
  const values = controlled(state);
  const budget = values.maxTokens ?? tokens.budget;
  const named = CONTROLS.flatMap((one) => labelOf(one, values) ?? []);
  const said = [`Budget: ${grouped(budget)} tokens`, ...named].join(" · ");
  const lists = CONTROLS.filter(({ name }) => name !== "cursor" || questionOf(state) !== undefined).map((one) => select(one, values));
  return `<details id="controls" class="fold"><summary id="controls-summary"><span class="values">${said}</span></summary>${budgetSlider(budget)}<div class="choices">${lists.join("")}</div></details>`;
}

/** The label of the chosen value; undefined where the settings decide. */
function labelOf({ name, label, choices }: Control, shape: Shape): string | undefined {
  const choice = choices.find(({ value }) => value === shape[name]);
  return choice && `${label}: ${choice.label}`;
}

function select({ name, label, help, choices }: Control, shape: Shape): string {
  const isSet = choices.some(({ value }) => value === shape[name]);
  const rows = choices.map(({ value, label: said }) => {
    return `<option value="${String(value)}"${value === shape[name] ? " selected" : ""}>${said}</option>`;
  });
  const settings = isSet ? "" : '<option value="" selected disabled>As in settings</option>';
  return `<label for="shape-${name}" title="${help}">${label}</label><select id="shape-${name}" title="${help}" data-do="shape" data-name="${name}">${settings}${rows.join("")}</select>`;
}
