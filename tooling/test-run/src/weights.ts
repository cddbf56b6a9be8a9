import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { FileCost } from "./costs.ts";

/** Seconds that each file of processes took, from the run that wrote them down last. */
const file = new URL("../weights.json", import.meta.url);

/** Reads how long files take, in seconds by path; files of the project `units` are not among them. */
export function readWeights(): Readonly<Record<string, number>> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, number>) : {};
}

/** Writes down how long files took, in whole seconds, in the order of their paths. */
export function writeWeights(costs: readonly FileCost[]): void {
  const entries = costs.map(({ file: path, wallSeconds }) => [path, Math.max(1, Math.round(wallSeconds))] as const);
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`);
}
