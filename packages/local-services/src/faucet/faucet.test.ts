import { expect, test } from "vitest";
import type { ServiceRequest } from "../http-service.ts";
import { createFaucet, type FaucetOptions } from "./faucet.ts";

/** What a request gets, and what is told as a fault, while the pool fails with an error. */
async function mintWith(error: Error): Promise<readonly [number, readonly unknown[]]> {
  const faults: unknown[] = [];
  const faucet = createFaucet({
    pool: { submit: () => Promise.reject(error) } as unknown as FaucetOptions["pool"],
    exists: async () => true,
    sign: async () => new Uint8Array(),
    onFault: (fault) => faults.push(fault),
  });
  const request: ServiceRequest = {
    method: "POST",
    path: "/mint",
    query: new URLSearchParams("address=0xb0b&amount=1"),
    body: new Uint8Array(),
    header: () => undefined,
    isOfThisMachine: true,
  };
  const { status } = await faucet.handle(request);
  return [status, faults];
}

test("a network that takes nothing now is no fault of the faucet: with a full disk, each client would fill the log", async () => {
  expect(await mintWith(Object.assign(new Error("the disk is full"), { status: 503 }))).toEqual([503, []]);
});

test("what nobody expected is told", async () => {
  const error = new Error("unexpected");
  expect(await mintWith(error)).toEqual([500, [error]]);
});
