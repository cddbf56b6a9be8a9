import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { testOrder } from "./test-order.ts";

/** Seconds by file, as `pnpm check test-weights --write` takes them from a run. */
const weightsFile = new URL("../weights.json", import.meta.url);

/** Seconds of a file that is not among the weights. */
const usualSeconds = 10;

/**
 * The order of test files, and their division among machines. Files of processes begin with the dearest, so that none is left when
 * the others have ended; those of the project `units` come in the order of {@link testOrder}.
 */
export class TestSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const weights = readWeights();
    const order = testOrder();
    const [units, others] = [usual.filter(isUnit), usual.filter((file) => !isUnit(file))];
    return [
      ...others.sort((a, b) => weightOf(weights, b) - weightOf(weights, a)),
      ...(order === undefined ? units : shuffle(units, order)),
    ];
  }

  /** Divides files so that every shard takes about as long: the dearest file first, always to the shard that has least. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard!;
    const weights = readWeights();
    const shards = Array.from({ length: count }, () => ({ seconds: 0, files: [] as TestSpecification[] }));
    const dearestFirst = [...files].sort(
      (a, b) => weightOf(weights, b) - weightOf(weights, a) || (a.moduleId < b.moduleId ? -1 : 1),
    );
    for (const file of dearestFirst) {
      const least = shards.reduce((found, shard) => (shard.seconds < found.seconds ? shard : found));
      least.seconds += weightOf(weights, file);
      least.files.push(file);
    }
    return shards[index - 1]!.files;
  }
}

const isUnit = ({ project }: TestSpecification): boolean => project.name === "units";

function readWeights(): Readonly<Record<string, number>> {
  return existsSync(weightsFile) ? JSON.parse(readFileSync(weightsFile, "utf8")) : {};
}

function weightOf(weights: Readonly<Record<string, number>>, { project, moduleId }: TestSpecification): number {
  return weights[relative(project.vitest.config.root, moduleId)] ?? (project.name === "units" ? 1 : usualSeconds);
}

/** The same order for the same seed, whatever order the files come in. */
function shuffle(files: readonly TestSpecification[], seed: number): TestSpecification[] {
  const shuffled = [...files].sort((a, b) => (a.moduleId < b.moduleId ? -1 : 1));
  // A linear congruential generator is random enough for an order.
  let state = seed >>> 0;
  for (let last = shuffled.length - 1; last > 0; last--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
  }
  return shuffled;
}
