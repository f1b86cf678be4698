// The command that serves agents through MCP, made from the command that starts the language server.

import { type Launch, SERVE, isServing } from "./discovery";

export interface McpCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** The command that serves agents about `folders`; undefined where the user has given a command of another form. */
export function mcpServer(launch: Launch | undefined, folders: readonly string[]): McpCommand | undefined {
  const program = launch && programOf(launch);
  return launch && program && folders.length ? { command: launch.command, args: [...program, "mcp", ...folders] } : undefined;
}

/** The command that fails where the packages for agents are not installed. */
export function mcpCheck(launch: Launch): McpCommand | undefined {
  const program = programOf(launch);
  return program && { command: launch.command, args: [...program, "mcp", "--check"] };
}

/** The arguments before those that start the language server. */
function programOf({ args }: Launch): readonly string[] | undefined {
  return isServing(args) ? args.slice(0, -SERVE.length) : undefined;
}
