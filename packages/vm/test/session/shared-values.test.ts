import { u64, vector } from "@ledger/bcs";
import { buildModule } from "@ledger/move";
import { concatBytes, parseEntryFunctionId, type StateItem, type StateView } from "@ledger/types";
import { expect, test } from "vitest";
import {
  callFunction,
  createEnvironment,
  createUnmeteredGas,
  MoveVm,
  type Session,
  voidContext,
} from "../../src/index.ts";
import { frameworkNatives } from "../../src/natives/index.ts";
import { pathOf } from "../support/genesis.ts";

const numbers = vector(u64);

/** A box of a number and a list, with functions that read, write and take it. */
const module = buildModule({
  address: "0xcafe",
  name: "m",
  structs: [
    {
      name: "Box",
      abilities: ["key"],
      fields: [
        { name: "value", type: "u64" },
        { name: "list", type: "vector<u64>" },
      ],
    },
  ],
  functions: [
    {
      name: "value",
      params: ["address"],
      returns: ["u64"],
      acquires: ["Box"],
      code: [
        ["move_loc", 0],
        ["imm_borrow_global", "Box"],
        ["imm_borrow_field", "Box", "value"],
        ["read_ref"],
        ["ret"],
      ],
    },
    {
      name: "length",
      params: ["address"],
      returns: ["u64"],
      acquires: ["Box"],
      code: [
        ["move_loc", 0],
        ["imm_borrow_global", "Box"],
        ["imm_borrow_field", "Box", "list"],
        ["vec_len", "u64"],
        ["ret"],
      ],
    },
    {
      name: "change",
      params: ["address"],
      acquires: ["Box"],
      locals: ["&mut Box"],
      code: [
        ["move_loc", 0],
        ["mut_borrow_global", "Box"],
        ["st_loc", 1],
        ["ld_u64", 99],
        ["copy_loc", 1],
        ["mut_borrow_field", "Box", "value"],
        ["write_ref"],
        ["move_loc", 1],
        ["mut_borrow_field", "Box", "list"],
        ["ld_u64", 5],
        ["vec_push_back", "u64"],
        ["ret"],
      ],
    },
    {
      name: "take",
      params: ["address"],
      returns: ["vector<u64>"],
      acquires: ["Box"],
      locals: ["vector<u64>"],
      code: [
        ["move_loc", 0],
        ["move_from", "Box"],
        ["unpack", "Box"],
        ["st_loc", 1],
        ["pop"],
        ["mut_borrow_loc", 1],
        ["ld_u64", 6],
        ["vec_push_back", "u64"],
        ["move_loc", 1],
        ["ret"],
      ],
    },
  ],
});

const environment = createEnvironment({});
const vm = new MoveVm({ natives: frameworkNatives });
const box: StateItem = { bytes: concatBytes(u64.encode(7n), numbers.encode([1n, 2n])), metadata: undefined };
const code: StateItem = { bytes: module, metadata: undefined };

/** A state that hands out the same arrays every time. */
const state: StateView = { get: (key) => (pathOf(key)?.kind === "Code" ? code : box) };

function open(): Session {
  return vm.createSession({ environment, state, meter: createUnmeteredGas(), context: voidContext });
}

async function call(session: Session, name: string): Promise<Uint8Array | undefined> {
  const outcome = await callFunction(session, parseEntryFunctionId(`0xcafe::m::${name}`), [], [new Uint8Array(32)]);
  if (outcome.kind === "failed") throw outcome.error;
  return outcome.results[0]?.bytes;
}

async function boxIn(session: Session): Promise<readonly bigint[]> {
  return [u64.decode((await call(session, "value"))!), u64.decode((await call(session, "length"))!)];
}

test("what a session writes to a resource, others of the same bytes do not see, before it and after it", async () => {
  const before = open();
  expect(await boxIn(before)).toEqual([7n, 2n]);
  const writer = open();
  expect(await boxIn(writer)).toEqual([7n, 2n]);
  await call(writer, "change");
  expect(await boxIn(writer)).toEqual([99n, 3n]);
  const changed = concatBytes(u64.encode(99n), numbers.encode([1n, 2n, 5n]));
  expect(writer.stateChanges().map(({ bytes }) => bytes)).toEqual([changed]);
  expect(await boxIn(before)).toEqual([7n, 2n]);
  expect(await boxIn(open())).toEqual([7n, 2n]);
});

test("what a session takes out of the state and changes, others find whole", async () => {
  const taker = open();
  expect(numbers.decode((await call(taker, "take"))!)).toEqual([1n, 2n, 6n]);
  expect(await boxIn(open())).toEqual([7n, 2n]);
});
