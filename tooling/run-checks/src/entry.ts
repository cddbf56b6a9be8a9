/** Something that `pnpm check NAME` or `pnpm bench NAME` runs. */
export interface Entry {
  /** One line that says what it looks at. */
  readonly summary: string;
  /** Rough time on two quiet cores. */
  readonly takes: string;
  /** The build that it starts from. */
  readonly needs?: "bundle" | "build";
  /** Run in this order. */
  readonly steps: readonly Step[];
}

export type Step = ProgramStep | TestStep;

/** A command line, to which all options are added. `node` is the one that runs this. */
export interface ProgramStep {
  readonly command: readonly string[];
}

/** Tests that explore more than on a push. `--effort` and `--seed` choose how much, and where. */
export interface TestStep {
  /** Files, or the beginnings of their paths. */
  readonly tests: readonly string[];
  readonly project: "units" | "whole" | "long";
  /** Part of the names of those that are meant, where it is not all of them. */
  readonly named?: string;
  /** `TEST_EFFORT` unless another one is given: how many times as many cases as on a push. */
  readonly effort: number;
}

/** A program of this repository, on the sources of all packages. */
export function program(path: string, ...args: readonly string[]): ProgramStep {
  return { command: ["node", "--conditions=@ledger/source", path, ...args] };
}

/** Tests of the project `whole`. @param effort - `TEST_EFFORT` unless another one is given */
export function whole(effort: number, ...tests: readonly string[]): TestStep {
  return { project: "whole", tests, effort };
}

/** Tests of the project `long`. @param effort - `TEST_EFFORT` unless another one is given */
export function long(effort: number, ...tests: readonly string[]): TestStep {
  return { project: "long", tests, effort };
}
