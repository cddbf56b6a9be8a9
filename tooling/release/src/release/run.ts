import { spawn } from "node:child_process";
import { outputOf } from "@ledger/test-run/child-output";
import { interruption } from "./interruption.ts";

/** Folder and environment of a command. */
export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The environment of a user: nothing of the package manager that runs this check. */
function userEnvironment(added: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
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
 * @throws Error with what it printed when it fails, or is ended because this check is
 */
export async function run(command: string, args: readonly string[], { cwd, env }: RunOptions): Promise<string> {
  interruption.throwIfAborted();
  const shell = process.platform === "win32" && command !== process.execPath;
  // A group of its own: npm leaves behind what it has started.
  const detached = process.platform !== "win32";
  const stdio = ["ignore", "pipe", "pipe"] as const;
  const child = spawn(command, args, { cwd, env: userEnvironment(env), stdio: [...stdio], shell, detached });
  const output = outputOf(child);
  const end = (): boolean => (detached ? process.kill(-child.pid!, "SIGKILL") : child.kill("SIGKILL"));
  // What never ends would hold the check for ever; a busy machine builds for minutes.
  const timer = setTimeout(end, mostMs);
  interruption.addEventListener("abort", end);
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once("error", reject).once("close", resolve),
  ).finally(() => {
    clearTimeout(timer);
    interruption.removeEventListener("abort", end);
  });
  interruption.throwIfAborted();
  const text = output() + (code === null ? `\nstopped after ${mostMs / 1000} s` : "");
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code} in ${cwd}:\n${text.slice(-8_000)}`);
  return text;
}
