import { spawnSync } from "node:child_process";
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

/** What goes wrong: the `nth` of some operations (w write, s sync, t truncate, r read) fails, or kills the process. */
export interface IoFault {
  readonly operations: string;
  readonly nth: number;
  /** Error number; 0 kills. */
  readonly error: number;
  /** Whether all operations after it fail too. */
  readonly isLasting: boolean;
}

export const errorNumbers = { EIO: 5, ENOSPC: 28 } as const;

/** Builds the layer that fails on purpose. @returns its file; `undefined` where there is no Linux with a C compiler */
export function buildIoLayer(folder: string): string | undefined {
  if (process.platform !== "linux") return undefined;
  const layer = join(folder, "io-faults.so");
  if (existsSync(layer)) return layer;
  const source = fileURLToPath(new URL("io-faults.c", import.meta.url));
  const { status } = spawnSync("cc", ["-shared", "-fPIC", "-O1", "-o", layer, source, "-ldl"], { stdio: "ignore" });
  return status === 0 ? layer : undefined;
}

/** The environment of a process that works on the layer. */
export function ioLayerEnvironment(layer: string, path: string): NodeJS.ProcessEnv {
  return { ...process.env, LD_PRELOAD: layer, LEDGER_IO_FILE: basename(path), LEDGER_IO_PLAN: planOf(path) };
}

let serial = 0;

/** Arms a fault for the store at `path`; `undefined` lets everything work again. */
export function armIoFault(path: string, fault: IoFault | undefined): void {
  if (fault === undefined) {
    rmSync(planOf(path), { force: true });
    return;
  }
  const { operations, nth, error, isLasting } = fault;
  const draft = `${planOf(path)}-draft`;
  writeFileSync(draft, `${++serial} ${operations} ${nth} ${error} ${isLasting ? 1 : 0}\n`);
  renameSync(draft, planOf(path));
}

function planOf(path: string): string {
  return join(`${path}.plan`);
}
