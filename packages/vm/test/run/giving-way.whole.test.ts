import { buildModule } from "@ledger/move";
import { formatAddressLong, parseAddress } from "@ledger/types";
import { describe, expect, test } from "vitest";
import { createEnvironment, createUnmeteredGas, MoveVm, type SessionOptions } from "../../src/index.ts";
import { codeView } from "../support/genesis.ts";
import { chain } from "../verify/cases/cost.ts";
import { loopsModule } from "./loops-module.ts";

const environment = createEnvironment({});
const target = { address: formatAddressLong(parseAddress("0x42")), module: "speed", typeArgs: [] };

function createSession(
  options: Pick<SessionOptions, "pause" | "compile">,
  find: Parameters<typeof codeView>[0] = () => ({ bytes: loopsModule }),
) {
  return new MoveVm({ natives: new Map() }).createSession({
    environment,
    state: codeView(find),
    meter: createUnmeteredGas(),
    context: {
      sessionHash: new Uint8Array(32),
      scriptHash: new Uint8Array(0),
      sessionNumber: 5,
      user: undefined,
      unbiasable: false,
      storageUsage: undefined,
    },
    ...options,
  });
}

describe.each(["never", "always"] as const)("with code compiled: %s", (compile) => {
  test("a state that answers at once is never awaited", () => {
    const outcome = createSession({ compile }).call({ ...target, name: "fib" }, [10]);
    expect(outcome).toEqual({ kind: "returned", results: [55] });
  });

  test.each([
    ["arith", 5_000_000, 807_106],
    ["fib", 27, 196_418],
  ])("a long run of %s asks whether to wait, and ends with the same result", async (name, amount, result) => {
    let pauses = 0;
    const pause = async () => {
      pauses++;
      await new Promise((resolve) => setTimeout(resolve));
    };
    const outcome = await createSession({ compile, pause }).call({ ...target, name }, [amount]);
    expect(outcome).toEqual({ kind: "returned", results: [result] });
    expect(pauses).toBeGreaterThan(0);
  });

  test("a pause that is refused ends the run with its error", async () => {
    const stopped = new Error("the caller has left");
    const session = createSession({ compile, pause: () => Promise.reject(stopped) });
    await expect(session.call({ ...target, name: "arith" }, [100_000_000])).rejects.toBe(stopped);
  });

  test("a state that answers later is asked for each item once", async () => {
    let asked = 0;
    const find = async () => {
      asked++;
      return { bytes: loopsModule };
    };
    const outcome = await createSession({ compile }, find).call({ ...target, name: "fib" }, [10]);
    expect(outcome).toEqual({ kind: "returned", results: [55] });
    expect(asked).toBe(1);
  });
});

test("a session that failed runs no more", async () => {
  const session = createSession({});
  const outcome = await session.call({ ...target, name: "none" }, []);
  expect(outcome).toMatchObject({ kind: "failed", error: { status: "FUNCTION_RESOLUTION_FAILURE" } });
  expect(() => session.call({ ...target, name: "fib" }, [1])).toThrow(
    "the session is running another call or has failed",
  );
});

test("whatever publishes a module is asked between two functions that take long, and the verdict is the same", async () => {
  // Each takes some milliseconds: an analysis of a hundred references.
  const functions = Array.from({ length: 4 }, (_, i) => ({ ...chain(8), name: `f${i}` }));
  const bytes = buildModule({ address: "0x42", name: "speed", functions });
  const asked: number[] = [];
  const pause = async (ran: number) => {
    asked.push(ran);
    await new Promise((resolve) => setTimeout(resolve));
  };
  await createSession({ pause }, () => ({ bytes })).linkModule(target.address, target.module);
  // Once between two of them at least, and at the end.
  expect(asked.length).toBeGreaterThan(1);
  const many = Array.from({ length: 12 }, (_, i) => ({ ...chain(8), name: `f${i}` }));
  const tooMuch = buildModule({ address: "0x42", name: "speed", functions: many });
  const costly = createSession({ pause }, () => ({ bytes: tooMuch }));
  await expect((async () => costly.linkModule(target.address, target.module))()).rejects.toMatchObject({
    status: "CONSTRAINT_NOT_SATISFIED",
  });
});

test("whatever publishes a module is asked after it was verified, and may end it", async () => {
  const asked: number[] = [];
  const pause = async (ran: number) => void asked.push(ran);
  await createSession({ pause }).linkModule(target.address, target.module);
  expect(asked.length).toBeGreaterThan(0);
  const stopped = new Error("the caller has left");
  const refusing = createSession({ pause: () => Promise.reject(stopped) });
  await expect((async () => refusing.linkModule(target.address, target.module))()).rejects.toBe(stopped);
});
