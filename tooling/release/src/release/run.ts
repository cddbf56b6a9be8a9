import { spawn } from "node:child_process";
import { outputOf } from "@ledger/test-run/child-output";

/** Folder and environment of a command. */
export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The environment of a user: nothing of the package manager that runs this check. */
export function userEnvironment(added: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|pnpm_|turbo_|INIT_CWD$|NODE_OPTIONS$)/i.test(name),
  );
  return { ...Object.fromEntries(inherited), ...added };
}

const mostMs = 900_000;

/**
 * Runs a command to its end.
 *
 * @returns what it printed
 * @throws Error with what it printed when it fails
 */
export async function run(command: string, args: readonly string[], { cwd, env }: RunOptions): Promise<string> {
  const shell = process.platform === "win32" && command !== process.execPath;
  const child = spawn(command, args, { cwd, env: userEnvironment(env), stdio: ["ignore", "pipe", "pipe"], shell });
  const output = outputOf(child);
  // What never ends would hold the check for ever; a busy machine builds for minutes.
  const timer = setTimeout(() => child.kill("SIGKILL"), mostMs);
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once("error", reject).once("close", resolve),
  );
  clearTimeout(timer);
  const text = output() + (code === null ? `\nstopped after ${mostMs / 1000} s` : "");
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code} in ${cwd}:\n${text.slice(-8_000)}`);
  return text;
}
