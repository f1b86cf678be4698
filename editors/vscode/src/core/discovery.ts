// Places where a server may be, in order, and the first server that answers. `find.ts` looks at this machine.

import * as path from "node:path";
import { lastLine } from "./format";

export type Source = "setting" | "environment" | "PATH" | "own environment";

/** A way to start the server. Arguments end with those of `SERVE`, unless the user has given the whole command. */
export interface Launch {
  readonly source: Source;
  readonly command: string;
  readonly args: readonly string[];
}

export interface Facts {
  readonly platform: NodeJS.Platform;
  /** The setting `server.command`: taken as it is. */
  readonly command: readonly string[];
  /** The setting `server.interpreter`. */
  readonly interpreter: string;
  /** Interpreters of environments that are active: the Python extension's and the shell's. */
  readonly active: readonly string[];
  readonly folders: readonly string[];
  readonly isTrusted: boolean;
  /** The folder of the environment that the extension makes. */
  readonly own: string;
}

export interface Failure {
  readonly launch: Launch;
  readonly reason: string;
}

export interface Found {
  readonly launch: Launch;
  readonly version: string;
}

export const SERVE = ["serve", "--stdio"] as const;
/** Nothing is wrong: the server is still to be installed. */
export const NOT_FOUND = "ctx-lsp server not found. Install it in a private Python environment?";
const VERSION = ["--version"] as const;
const FOLDER_ENVIRONMENTS = [".venv", "venv"] as const;

/** The ways to try, best first. What a setting names is the only one: a fallback would hide that it does not work. */
export function launches(facts: Facts): Launch[] {
  const [program, ...args] = facts.command;
  if (program) return [{ source: "setting", command: program, args }];
  if (facts.interpreter) return [ofInterpreter("setting", facts.interpreter)];
  const inFolders = facts.folders.flatMap((folder) =>
    FOLDER_ENVIRONMENTS.map((name) => interpreterOf(path.join(folder, name), facts.platform)),
  );
  const environments = [...new Set([...facts.active, ...inFolders])];
  // Until the user trusts a folder, nothing that lies in it is run.
  const allowed = environments.filter((file) => facts.isTrusted || !isInside(file, facts.folders));
  return [
    ...allowed.map((file) => ofInterpreter("environment", file)),
    { source: "PATH", command: "ctx-lsp", args: SERVE },
    ofInterpreter("own environment", interpreterOf(facts.own, facts.platform)),
  ];
}

/** The first of `all` that says its version, or why each one does not. A whole command of the user is not asked. */
export async function firstWorking(
  all: readonly Launch[],
  ask: (command: string, args: readonly string[]) => Promise<string>,
): Promise<Found | readonly Failure[]> {
  const failures: Failure[] = [];
  for (const launch of all) {
    if (!isServing(launch.args)) return { launch, version: "" };
    try {
      const said = await ask(launch.command, [...launch.args.slice(0, -SERVE.length), ...VERSION]);
      const version = /\bversion (\S+)/.exec(said)?.[1];
      if (version) return { launch, version };
      failures.push({ launch, reason: `not a ctx-lsp server; it printed ${JSON.stringify(said.trim().slice(0, 100))}` });
    } catch (error) {
      failures.push({ launch, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return failures;
}

/** The message where no server works. A setting that names one that does not work is to be mended, not added to. */
export function whyMissing(failures: readonly Failure[]): string {
  const named = failures.find((one) => one.launch.source === "setting");
  if (!named) return NOT_FOUND;
  return `The ctx-lsp server in your settings does not work: ${lastLine(named.reason)}`;
}

/** The interpreter of a virtual environment. */
export function interpreterOf(environment: string, platform: NodeJS.Platform): string {
  return platform === "win32"
    ? path.win32.join(environment, "Scripts", "python.exe")
    : path.posix.join(environment, "bin", "python");
}

export function sameLaunch(one: Launch | undefined, other: Launch): boolean {
  return one?.command === other.command && JSON.stringify(one.args) === JSON.stringify(other.args);
}

export function describe(launch: Launch): string {
  return [launch.command, ...launch.args].join(" ");
}

function ofInterpreter(source: Source, interpreter: string): Launch {
  // -P: modules that lie in the working directory must not stand in for the server's own.
  return { source, command: interpreter, args: ["-P", "-m", "ctx_lsp", ...SERVE] };
}

/** Whether the arguments end with those that start the language server. */
export function isServing(args: readonly string[]): boolean {
  return args.slice(-SERVE.length).join(" ") === SERVE.join(" ");
}

function isInside(file: string, folders: readonly string[]): boolean {
  return folders.some((folder) => {
    const relative = path.relative(folder, file);
    return relative.split(path.sep, 1)[0] !== ".." && !path.isAbsolute(relative);
  });
}
