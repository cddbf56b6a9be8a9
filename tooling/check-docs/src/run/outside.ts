import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { forward } from "./bridge.ts";
import type { Job } from "./inside.ts";
import { hostLines } from "./world.ts";

/** Inputs of a run of the pages. */
export interface RunOptions extends Omit<Job, "registry"> {
  /** Port of a registry that has the packages. */
  readonly registryPort: number;
}

/** In a machine of its own a page has every port, and reaches nothing but the registry. */
const enter = 'ip link set lo up && mount --bind "$1" /etc/hosts && shift && exec "$@"';

/**
 * Runs the blocks of pages as their readers would, on a machine of their own: a network namespace of Linux, with a hosts file
 * that knows the hosts of the pages.
 *
 * @returns what was printed; its last line is `N passed, N failed`
 * @throws Error on other systems, or where namespaces may not be made
 */
export async function runPages({ registryPort, ...job }: RunOptions): Promise<string> {
  if (process.platform !== "linux") throw new Error("the pages run on Linux: they need a machine of their own");
  mkdirSync(job.folder, { recursive: true });
  const registry = join(job.folder, "registry.sock");
  const hostsFile = join(job.folder, "hosts");
  writeFileSync(hostsFile, ["127.0.0.1 localhost", "::1 localhost", ...hostLines, ""].join("\n"));
  const bridge = await forward(registry, registryPort);
  const namespaces = [
    "--net",
    "--mount",
    "--propagation",
    "private",
    "--pid",
    "--fork",
    "--kill-child",
    "--mount-proc",
  ];
  const user = process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"];
  const program = fileURLToPath(new URL("inside.ts", import.meta.url));
  const argument = JSON.stringify({ ...job, registry } satisfies Job);
  const child = spawn(
    "unshare",
    [
      ...namespaces,
      ...user,
      "--",
      "sh",
      "-c",
      enter,
      "sh",
      hostsFile,
      process.execPath,
      "--conditions=@ledger/source",
      program,
      argument,
    ],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    process.stdout.write(chunk);
    text += chunk;
  });
  try {
    const end = await new Promise((resolve, reject) =>
      child.once("error", reject).once("close", (code, signal) => resolve(signal ?? code)),
    );
    if (!/\d+ passed, \d+ failed\n$/.test(text)) throw new Error(`the pages were not run to their end (${end})`);
    return text;
  } finally {
    bridge.close();
  }
}
