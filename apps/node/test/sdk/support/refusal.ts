import { AptosApiError } from "@aptos-labs/ts-sdk";
import { expect } from "vitest";

/** The error that the client makes of our refusal of a request. */
export async function refusalOf(request: Promise<unknown>): Promise<AptosApiError> {
  const error = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(AptosApiError);
  return error as AptosApiError;
}
