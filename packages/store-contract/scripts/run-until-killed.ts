import { spawn } from "node:child_process";

/**
 * When a process dies: some milliseconds after it is ready; or right before one of its writes, syncs and truncations of a file, counted from
 * its start, by a layer that is loaded into it.
 */
export type KillMoment = { readonly afterMs: number } | { readonly beforeCall: number; readonly layer: string };

/**
 * Runs a program that writes `ready` and then a line for each thing that it has done, until it is killed.
 *
 * @param moment - absent where the program or its environment kills it
 * @returns the whole lines after `ready`
 * @throws Error where it ends by itself
 */
export function runUntilKilled(
  program: string,
  args: readonly string[],
  moment: KillMoment | undefined,
  env: NodeJS.ProcessEnv,
): Promise<string[]> {
  const process_ = spawn(
    process.execPath,
    ["--conditions=@ledger/source", "--disable-warning=ExperimentalWarning", program, ...args],
    { stdio: ["ignore", "pipe", "pipe"], env },
  );
  let output = "";
  let errors = "";
  process_.stdout.setEncoding("utf8").on("data", (text: string) => {
    if (output === "" && moment !== undefined && "afterMs" in moment)
      setTimeout(() => process_.kill("SIGKILL"), moment.afterMs);
    output += text;
  });
  process_.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  return new Promise((resolve, reject) => {
    process_.once("error", reject);
    process_.once("close", (code, signal) => {
      if (signal !== "SIGKILL") {
        reject(new Error(`the writing process ended by itself (${code}): ${errors}`));
        return;
      }
      const lines = output.split("\n").slice(0, -1);
      resolve(lines.filter((line) => line !== "ready"));
    });
  });
}
