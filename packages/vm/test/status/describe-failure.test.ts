import { u64 } from "@ledger/bcs";
import { buildModule } from "@ledger/move";
import { moduleKey, parseAddress } from "@ledger/types";
import { expect, test } from "vitest";
import {
  callFunction,
  createEnvironment,
  createUnmeteredGas,
  describeFailure,
  type Failure,
  MoveVm,
  type SourceMap,
  voidContext,
} from "../../src/index.ts";
import { keyText, viewOf } from "../support/genesis.ts";

const address = parseAddress("0xcafe");
const shop = buildModule({
  address: "0xcafe",
  name: "shop",
  functions: [
    {
      name: "less",
      params: ["u64", "u64"],
      returns: ["u64"],
      code: [["move_loc", 0], ["move_loc", 1], ["sub"], ["ret"]],
    },
    {
      name: "share",
      visibility: "public",
      params: ["u64", "u64"],
      returns: ["u64"],
      code: [["move_loc", 0], ["move_loc", 1], ["div"], ["ret"]],
    },
    {
      name: "pay",
      visibility: "public",
      params: ["u64", "u64"],
      returns: ["u64"],
      code: [["move_loc", 0], ["move_loc", 1], ["call", "less"], ["ret"]],
    },
  ],
});

async function fail(name: string, args: readonly Uint8Array[]): Promise<Failure> {
  const session = new MoveVm({ natives: new Map() }).createSession({
    environment: createEnvironment({}),
    state: viewOf(new Map([[keyText(moduleKey(address, "shop")), shop]])),
    meter: createUnmeteredGas(),
    context: voidContext,
  });
  const outcome = await callFunction(session, { address, module: "shop", name }, [], args);
  if (outcome.kind !== "failed") throw new Error("it did not fail");
  const sourceMap: SourceMap = {
    declarationOf: () => undefined,
    placeOf: () => undefined,
    lineOf: (functionIndex, codeOffset) => ({ file: `f${functionIndex}.move`, line: codeOffset, text: "a - b" }),
  };
  return describeFailure(outcome.error, new Map([["0xcafe::shop", sourceMap]]));
}

test("a failure has its kind, its values and the calls that were open", async () => {
  expect(await fail("pay", [u64.encode(5n), u64.encode(7n)])).toEqual({
    kind: "arithmetic",
    message: "Subtraction overflow: 5 - 7 is not a u64",
    place: { file: "f0.move", line: 2, text: "a - b" },
    calls: [
      { function: "0xcafe::shop::less", codeOffset: 2, place: { file: "f0.move", line: 2, text: "a - b" } },
      { function: "0xcafe::shop::pay", codeOffset: 2, place: { file: "f2.move", line: 2, text: "a - b" } },
    ],
  });
});

test("a division by zero names the number that was to be divided", async () => {
  expect(await fail("share", [u64.encode(18_446_744_073_709_551_615n), u64.encode(0n)])).toMatchObject({
    kind: "arithmetic",
    message: "Division by zero: 18446744073709551615 / 0",
  });
});
