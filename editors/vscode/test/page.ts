// The panel's page for tests: of a pack that answers a question.

import { panelHtml } from "../src/core/pack/packHtml";
import * as state from "../src/core/pack/packState";
import type { Pack } from "../src/protocol";

export const ASKING: state.Asking = { command: "ctx-lsp.query", params: { query: "tax?" }, title: "Where is <tax>?" };
export const all = (): boolean => true;

export function shown(of: Pack): state.PackState {
  return state.answered(state.asked(state.NOTHING, ASKING), of);
}

export function html(of: state.PackState, can: (command: string) => boolean = all, problem = ""): string {
  return panelHtml({ state: of, recent: [], problem, can, nameOf: (uri) => uri.replace("file:///", "") });
}
