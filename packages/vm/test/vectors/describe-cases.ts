import { describeVectors, readVectorText } from "@ledger/vectors";
import { expect, test } from "vitest";
import { parseCaseFile } from "./case-file.ts";
import { type CaseOptions, CaseRunner } from "./run-case.ts";

/** A file of what real bytecode did on a real machine. */
export interface CaseFileName {
  readonly name: string;
  readonly count: number;
  /** Whose genesis has the framework that the cases call. */
  readonly network: string;
}

/** Runs every case of a file; `pnpm check vm` prints them one by one. */
export function describeCases({ name, count, network }: CaseFileName): void {
  const path = `move-vm/${name}.json`;
  const run = async (options?: CaseOptions) => {
    const file = parseCaseFile(readVectorText(path));
    const runner = await CaseRunner.create(file, options);
    const differing: object[] = [];
    for (const testCase of file.cases) {
      const result = await runner.run(testCase);
      if (result !== undefined) differing.push({ id: testCase.id, ...result });
    }
    expect(differing).toEqual([]);
    expect(file.cases).toHaveLength(count);
  };
  const runs = (): void => {
    test(`all ${count} are equal`, () => run());
    test("so they are where state has to be waited for and gas is counted", () => run({ isLate: true }));
  };
  describeVectors(name, runs, [path, `genesis/${network}.genesis.blob`]);
}
