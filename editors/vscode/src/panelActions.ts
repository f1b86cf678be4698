// What the panel's buttons do.

import { budgetSet, excludeToggled, pinToggled } from "./core/packState";
import type { FromPanel, Verdict } from "./core/panelMessages";
import type { PackCommands } from "./packCommands";
import type { Packs } from "./packs";
import { goTo } from "./places";
import type { ServerCommands } from "./serverCommands";

export async function act(message: FromPanel, packs: Packs, asking: PackCommands, about: ServerCommands): Promise<void> {
  switch (message.do) {
    case "ready":
      return;
    case "ask":
      return asking.ask();
    case "refresh":
      return packs.again();
    case "budget":
      return packs.again((state) => budgetSet(state, message.tokens));
    case "pin":
      return packs.again((state) => pinToggled(state, message.symbol));
    case "exclude":
      return packs.again((state) => excludeToggled(state, message.symbol));
    case "why":
      return about.explain(message.symbol);
    case "copy":
      return asking.copy(message.format);
    case "chat":
      return asking.insertIntoChat();
    case "open":
      return asking.open();
    case "compare":
      return asking.compare();
    case "status":
      return about.status();
    case "judge":
      return judge(message.symbol, message.verdict, packs);
    case "jump": {
      const item = packs.state.pack?.items[message.index];
      return item ? goTo(item.uri, item.range) : undefined;
    }
  }
}

async function judge(symbol: string, verdict: Verdict, packs: Packs): Promise<void> {
  const { pack } = packs.state;
  if (pack) await packs.judge(pack, symbol, verdict);
}
