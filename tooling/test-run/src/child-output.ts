import type { ChildProcess } from "node:child_process";

/**
 * Collects the output of a process whose streams are pipes.
 *
 * @returns everything printed so far, its errors among it, in the order of arrival
 */
export function outputOf({ stdout, stderr }: Pick<ChildProcess, "stdout" | "stderr">): () => string {
  let text = "";
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
  }
  return () => text;
}
