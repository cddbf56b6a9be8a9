import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { divideFiles, shuffleFiles } from "./order-files.ts";
import { testOrder } from "./test-order.ts";
import { readWeights } from "./weights.ts";

/** Seconds of a file that is not among the weights. */
const usualSeconds = 10;

/**
 * The order of test files, and their division among machines. Files of processes begin with the longest, so that none is left when
 * the others have ended; those of the project `units` come in the order of {@link testOrder}.
 */
export class TestSequencer extends BaseSequencer {
  readonly #weights = readWeights();

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const order = testOrder();
    const [units, others] = [usual.filter(isUnit), usual.filter((file) => !isUnit(file))];
    return [
      ...others.sort((a, b) => this.#secondsOf(b) - this.#secondsOf(a)),
      ...(order === undefined ? units : shuffleFiles(units, nameOf, order)),
    ];
  }

  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard!;
    return divideFiles(files, nameOf, (file) => this.#secondsOf(file), count)[index - 1]!;
  }

  #secondsOf(file: TestSpecification): number {
    return this.#weights[nameOf(file)] ?? (isUnit(file) ? 1 : usualSeconds);
  }
}

const isUnit = ({ project }: TestSpecification): boolean => project.name === "units";

function nameOf({ project, moduleId }: TestSpecification): string {
  return relative(project.vitest.config.root, moduleId);
}
