import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The script that runs the same programs on a native machine; it lies next to the checkout. */
const script = fileURLToPath(new URL("../../../../shared/peers/move-vm/bench.py", import.meta.url));

/** Why the native machine cannot run here; undefined when it can. */
export function missingPeer(): string | undefined {
  if (!existsSync(script)) return "its script is not next to the checkout";
  return process.env.MOVE_NATIVE_DIR === undefined
    ? "MOVE_NATIVE_DIR does not name the folder of its library (bench/vm/README.md)"
    : undefined;
}

/** Runs all programs on the native machine. @returns nanoseconds a unit, by program */
export function runPeer(): ReadonlyMap<string, number> {
  const folder = mkdtempSync(join(tmpdir(), "bench-vm-"));
  try {
    const file = join(folder, "peer.json");
    execFileSync("python3", [script, "--json", file], { stdio: ["ignore", "ignore", "inherit"] });
    const rows = JSON.parse(readFileSync(file, "utf8")) as { readonly work: string; readonly ns_per_unit: number }[];
    return new Map(rows.map(({ work, ns_per_unit }) => [work, ns_per_unit]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
