// The data that the panel of a pack is drawn from. `packHtml.ts` and `pieceHtml.ts` draw it.

import type { PackItem, RecentPack } from "../../protocol";
import type { PackState } from "./packState";

export interface View {
  readonly state: PackState;
  /** Packs that can be asked for again, offered where there is none. */
  readonly recent: readonly RecentPack[];
  /** Whether the server announces a command. */
  readonly can: (command: string) => boolean;
  /** The name of a file: its path in the workspace, below the name of its folder where there are several. */
  readonly nameOf: (uri: string) => string;
  /** The code of a piece as coloured HTML; undefined before it is coloured, and where the editor cannot colour it. */
  readonly codeOf?: (item: PackItem) => string | undefined;
}
