import { expect } from "vitest";
import { SyncError } from "../../src/index.ts";

/** The refusal that something ends with; the test fails when it ends otherwise. */
export async function refusalOf(work: Promise<unknown>, about = "no refusal"): Promise<SyncError> {
  const outcome: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(outcome, about).toBeInstanceOf(SyncError);
  return outcome as SyncError;
}
