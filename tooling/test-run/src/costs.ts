import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { TestModule } from "vitest/node";
import { noStarts, type Starts } from "./starts.ts";

/** Costs of one test file in a run. */
export interface FileCost {
  readonly file: string;
  readonly project: string;
  readonly tests: number;
  /** Processor time, with that of the processes that the file started and saw end. */
  readonly processorSeconds: number;
  readonly wallSeconds: number;
  readonly starts: Starts;
}

/** Reads the costs from the metadata that each file's set-up left, the dearest file first. */
export function costsOf(modules: readonly TestModule[]): FileCost[] {
  const costs = modules.map((module): FileCost => {
    const { processorSeconds = 0, wallSeconds = 0, starts = noStarts } = module.meta();
    return {
      file: module.relativeModuleId,
      project: module.project.name,
      tests: [...module.children.allTests()].length,
      processorSeconds: round(processorSeconds),
      wallSeconds: round(wallSeconds),
      starts,
    };
  });
  return costs.sort((a, b) => b.processorSeconds - a.processorSeconds);
}

/** Writes the costs of a run to a file, in JSON. */
export function writeCosts(path: string, costs: readonly FileCost[]): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(costs, undefined, 1)}\n`);
}

function round(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}
