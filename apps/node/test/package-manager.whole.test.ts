import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createDataDir, programPath, runCommand } from "@ledger/node-process";
import { needs } from "@ledger/test-run/needs";
import { countStart } from "@ledger/test-run/starts";
import { expect, test } from "vitest";
import { waitFor } from "./support/wait-for.ts";

/** Makes a folder in which `npx ledger-node` finds the bundle. */
function installIn(folder: string): void {
  const bin = join(folder, "node_modules", ".bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  symlinkSync(dirname(dirname(programPath)), join(folder, "node_modules", "ledger-node"));
  symlinkSync(programPath, join(bin, "ledger-node"));
  chmodSync(programPath, 0o755);
}

/** Starts a node through a package manager. @returns the process of that, and what the node prints */
function startThrough(cwd: string, dataDir: string): { readonly child: ChildProcess; readonly output: () => string } {
  countStart("nodes");
  const args = ["ledger-node", "start", "--listen", "127.0.0.1:0", "--data-dir", dataDir];
  const child = spawn("npx", args, { cwd, stdio: ["ignore", "pipe", "pipe"], detached: true });
  let text = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  return { child, output: () => text };
}

test.each(["SIGTERM", "SIGHUP", "SIGKILL"] as const)(
  "%s to npx stops the node in order, and the folder is free again",
  needs("a system with signals", process.platform !== "win32"),
  async (signal) => {
    using folder = createDataDir();
    installIn(folder.path);
    const dataDir = join(folder.path, "data");
    const { child, output } = startThrough(folder.path, dataDir);
    try {
      await waitFor(
        async () => output(),
        (text) => text.includes("explorer"),
      );
      process.kill(child.pid!, signal);
      await waitFor(
        async () => output(),
        (text) => text.includes("INFO: stopped"),
      );
      // It takes the lock of the one that writes.
      const pruned = await runCommand("prune", "--state-window", "1000", "--data-dir", dataDir);
      expect(pruned.code, pruned.output).toBe(0);
    } finally {
      try {
        process.kill(-child.pid!, "SIGKILL");
      } catch {
        // All of the group have ended.
      }
    }
  },
);
