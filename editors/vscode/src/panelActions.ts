// Actions of the panel's buttons.

import type { ByHand } from "./packs/byHand";
import { budgetSet, excludeToggled, ordered, pinToggled, shaped } from "./core/pack/packState";
import type { FromPanel, Verdict } from "./core/pack/panelMessages";
import type { PackCommands } from "./packs/packCommands";
import type { History } from "./packs/history";
import type { PackExports } from "./packs/packExports";
import type { Packs } from "./packs/packs";
import { goTo } from "./places";
import type { ServerCommands } from "./serverCommands";

const TOP = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

export interface Actors {
  readonly packs: Packs;
  readonly asking: PackCommands;
  readonly byHand: ByHand;
  readonly out: PackExports;
  readonly history: History;
  readonly about: ServerCommands;
}

export async function act(message: FromPanel, { packs, asking, byHand, out, history, about }: Actors): Promise<void> {
  switch (message.do) {
    case "ready":
    case "unfold": // the panel's own
      return;
    case "ask":
      return asking.ask();
    case "refresh":
      return packs.again();
    case "budget":
      return packs.again((state) => budgetSet(state, message.tokens));
    case "shape":
      return packs.again((state) => shaped(state, message.shape));
    case "order":
      return packs.change((state) => ordered(state, message.order));
    case "drop":
      return byHand.drop(message.uris);
    case "recent":
      return asking.replay();
    case "replay":
      return asking.replay(history.asking(message.pack));
    case "pin":
      return packs.again((state) => pinToggled(state, message.symbol));
    case "exclude":
      return packs.again((state) => excludeToggled(state, message.symbol));
    case "why":
      return about.explain(message.symbol);
    case "copy":
      return out.copy(message.format === "xml" ? "xml" : undefined);
    case "prompt":
      return out.copyPrompt();
    case "chat":
      return out.insertIntoChat();
    case "terminal":
      return out.sendToTerminal();
    case "save":
      return out.save();
    case "open":
      return asking.open();
    case "compare":
      return asking.compare();
    case "status":
      return about.status();
    case "install":
      return about.install();
    case "restart":
      return restartAndAskAgain(about, packs);
    case "cancel":
      return packs.cancel();
    case "changes":
      return asking.changes();
    case "files":
      return asking.files();
    case "walkthrough":
      return about.showWalkthrough();
    case "log":
      return about.showLog();
    case "visit":
      return about.visit(message.symbol);
    case "judge":
      return judge(message.symbol, message.verdict, packs);
    case "advice": {
      const uri = packs.state.pack?.advice?.[message.index]?.uri;
      return uri ? goTo(uri, TOP) : undefined;
    }
    case "jump": {
      const item = packs.state.pack?.items[message.index];
      return item ? goTo(item.uri, item.range) : undefined;
    }
    case "elsewhere": {
      const piece = packs.state.pack?.elsewhere?.[message.index];
      return piece ? goTo(piece.uri, piece.range) : undefined;
    }
  }
}

async function judge(symbol: string, verdict: Verdict, packs: Packs): Promise<void> {
  const { pack } = packs.state;
  if (pack) await packs.judge(pack, symbol, verdict);
}

/** Asks the question again at once: it waits for the server that is on its way, and can be cancelled meanwhile. */
async function restartAndAskAgain(about: ServerCommands, packs: Packs): Promise<void> {
  const restarted = about.restart();
  await Promise.all([restarted, packs.state.asking ? packs.again() : undefined]);
}
