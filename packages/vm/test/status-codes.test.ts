import { describeVectors, readVectorJson } from "@ledger/vectors";
import { expect, test } from "vitest";
import { statusCodes } from "../src/index.ts";

describeVectors("execution/status_codes.json", () => {
  const { cases } = readVectorJson<{ readonly cases: readonly (readonly [string, number])[] }>(
    "execution/status_codes.json",
  );

  test("every status has the number of the published list", () => {
    expect(Object.fromEntries(cases)).toMatchObject(statusCodes);
  });
});
