import { u64 } from "@ledger/bcs";
import { buildModule, decodeModule, encodeModule, metadataKeyV1, metadataV1 } from "@ledger/move";
import { moduleKey, parseAddress } from "@ledger/types";
import { expect, test } from "vitest";
import {
  callFunction,
  createEnvironment,
  createUnmeteredGas,
  type ErrorReport,
  explainError,
  MoveVm,
  voidContext,
} from "../../src/index.ts";
import { keyText, viewOf } from "../support/genesis.ts";

const address = parseAddress("0xcafe");
const plain = decodeModule(
  buildModule({
    address: "0xcafe",
    name: "shop",
    functions: [
      {
        name: "pay",
        visibility: "public",
        params: ["u64"],
        returns: ["u64"],
        code: [["move_loc", 0], ["ld_u64", 10], ["sub"], ["ret"]],
      },
      { name: "close", visibility: "public", params: ["u64"], code: [["move_loc", 0], ["abort"]] },
    ],
  }),
);
const errorMap = new Map([[7n, { codeName: "ECLOSED", codeDescription: "The shop is closed." }]]);
const metadata = metadataV1.encode({ errorMap, structAttributes: new Map(), functionAttributes: new Map() });
const shop = encodeModule({ ...plain, metadata: [{ key: new TextEncoder().encode(metadataKeyV1), value: metadata }] });

async function explain(name: string, argument: bigint): Promise<ErrorReport> {
  const session = new MoveVm({ natives: new Map() }).createSession({
    environment: createEnvironment({}),
    state: viewOf(new Map([[keyText(moduleKey(address, "shop")), shop]])),
    meter: createUnmeteredGas(),
    context: voidContext,
  });
  const outcome = await callFunction(session, { address, module: "shop", name }, [], [u64.encode(argument)]);
  if (outcome.kind !== "failed") throw new Error("it did not fail");
  return explainError(outcome.error, session);
}

test("a failing instruction is named with its function and place", async () => {
  expect(await explain("pay", 3n)).toEqual({
    status: "ARITHMETIC_ERROR",
    statusCode: 4017,
    module: "0xcafe::shop",
    function: "pay",
    codeOffset: 2,
    instruction: "Sub",
    abortCode: undefined,
    reasonName: undefined,
    description: undefined,
    text: "Execution failed in 0xcafe::shop::pay (on instruction Sub) at code offset 2: Subtraction overflow",
  });
});

test("an abort has the name and the text that the module gives its code", async () => {
  expect(await explain("close", 7n)).toMatchObject({
    status: "ABORTED",
    statusCode: 4016,
    module: "0xcafe::shop",
    abortCode: 7n,
    reasonName: "ECLOSED",
    description: "The shop is closed.",
    text: "Move abort in 0xcafe::shop: ECLOSED(0x7): The shop is closed.",
  });
});

test("an abort that the module does not name is told by its code", async () => {
  expect(await explain("close", 8n)).toMatchObject({
    abortCode: 8n,
    reasonName: undefined,
    text: "Move abort in 0xcafe::shop: 0x8",
  });
});
