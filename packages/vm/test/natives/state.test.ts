import { describeVectors } from "@ledger/vectors";
import { readVectorJson } from "@ledger/vectors/files";
import { describe, expect, test } from "vitest";
import { aggregators, publishRequest } from "../../src/natives/index.ts";
import type { UserTransactionContext } from "../../src/port/context.ts";
import type { CodeLocation } from "../../src/status/vm-error.ts";
import { primitiveTypes } from "../../src/type/type-table.ts";
import type { ByteVector } from "../../src/value/byte-vector.ts";
import type { ValueLayout } from "../../src/value/layout.ts";
import type { Reference, Value } from "../../src/value/value.ts";
import { address, bytes, NativeBench, ref, text, textOf } from "./run-native.ts";

const { U64, U128, U8 } = primitiveTypes;

function boxOf(kind: "U64"): ValueLayout {
  return { kind: "Struct", type: undefined, fields: [{ name: "val", layout: { kind } }] };
}

describe("tables", () => {
  const handle = address(0x7ab1e);
  const table = (): Reference => ref([handle]);
  const keyOfOne = `${handle} 1,0,0,0,0,0,0,0`;
  const world = { structs: { "0x1::table::Box<u64>": boxOf("U64") } };

  function bench(stored?: { readonly value: Value; readonly bytes: number }, featureVersion = 50): NativeBench {
    return new NativeBench({ ...world, featureVersion, stored: stored === undefined ? {} : { [keyOfOne]: stored } });
  }

  function typeArgs(of: NativeBench) {
    return [U64, U64, of.types.struct(address(1), "table", "Box", [U64])];
  }

  test("the first look at an item pays for whole pages, later ones only for themselves", async () => {
    const of = bench({ value: [7], bytes: 4097 });
    const first = await of.run("0x1::table::borrow_box", [table(), 1], typeArgs(of));
    expect((first.result as Reference).target).toEqual([7]);
    expect(first.gas).toEqual({
      "table.borrow_box.base": 1,
      "table.borrow_box.per_byte_serialized": 8,
      "table.common.load.base": 1,
      "table.common.load.base_new": 1,
      "table.common.load.per_byte": 8192,
    });
    const second = await of.run("0x1::table::contains_box", [table(), 1], typeArgs(of));
    expect(second.result).toBe(true);
    expect(second.gas).toEqual({
      "table.contains_box.base": 1,
      "table.contains_box.per_byte_serialized": 8,
      "table.common.load.base": 1,
    });
  });

  test("bytes count one by one before version 12, and absence has its own price", async () => {
    const of = bench({ value: [7], bytes: 9 }, 11);
    const { gas } = await of.run("0x1::table::contains_box", [table(), 1], typeArgs(of));
    expect(gas["table.common.load.per_byte"]).toBe(9);
    const absent = await of.run("0x1::table::contains_box", [table(), 2], typeArgs(of));
    expect(absent.result).toBe(false);
    expect(absent.gas["table.common.load.failure"]).toBe(1);
  });

  test("adding, changing and removing an item", async () => {
    const of = bench();
    const cell = () => of.cells.get(keyOfOne)!;
    expect(await of.abortOf("0x1::table::borrow_box_mut", [table(), 1], typeArgs(of))).toBe(25863n);
    expect(await of.abortOf("0x1::table::remove_box", [table(), 1], typeArgs(of))).toBe(25863n);
    await of.result("0x1::table::add_box", [table(), 1, [5]], typeArgs(of));
    expect(cell().change).toBe("new");
    expect(await of.abortOf("0x1::table::add_box", [table(), 1, [6]], typeArgs(of))).toBe(25607n);
    expect(await of.result("0x1::table::remove_box", [table(), 1], typeArgs(of))).toEqual([5]);
    expect(cell().change).toBe("none");
  });

  test("a failure is paid for", async () => {
    const of = bench();
    const { gas } = await of.run("0x1::table::remove_box", [table(), 1], typeArgs(of));
    expect(gas["table.remove_box.per_byte_serialized"]).toBe(8);
    expect(gas["table.common.load.failure"]).toBe(1);
  });

  test("a new table is remembered with its types; an empty one ends without a trace", async () => {
    const of = bench();
    const made = await of.result("0x1::table::new_table_handle", [], [U64, U8]);
    expect(of.newTables).toEqual([{ handle: made, keyType: U64, valueType: U8 }]);
    const { gas } = await of.run("0x1::table::destroy_empty_box", [table()], typeArgs(of));
    expect(gas).toEqual({ "table.destroy_empty_box.base": 1 });
    expect(of.cells.size).toBe(0);
  });
});

describe("objects", () => {
  const core = new NativeBench().types.struct(address(1), "object", "ObjectCore", []);

  test("existence pays for the first look", async () => {
    const stored = { [`${address(5)} ${core.text}`]: { value: [1], bytes: 100 } };
    const bench = new NativeBench({ stored });
    const first = await bench.run("0x1::object::exists_at", [address(5)], [core]);
    expect(first.result).toBe(true);
    expect(first.gas).toEqual({
      "aptos_framework.object.exists_at.base": 1,
      "aptos_framework.object.exists_at.per_item_loaded": 1,
      "aptos_framework.object.exists_at.per_byte_loaded": 100,
    });
    const again = await bench.run("0x1::object::exists_at", [address(5)], [core]);
    expect(again.gas).toEqual({ "aptos_framework.object.exists_at.base": 1 });
    expect(await bench.result("0x1::object::exists_at", [address(6)], [core])).toBe(false);
  });

  test("a type that is no resource", async () => {
    expect(await new NativeBench().abortOf("0x1::object::exists_at", [address(5)], [U64])).toBe(11n);
    const { error } = await new NativeBench({ featureVersion: 49 }).run("0x1::object::exists_at", [address(5)], [U64]);
    expect(error?.status).toBe("UNKNOWN_INVARIANT_VIOLATION_ERROR");
  });

  // Addresses that public ledgers have.
  describeVectors("addresses derived from an owner", () => {
    interface DerivedCase {
      readonly kind: string;
      readonly owner: string;
      readonly metadata: string;
      readonly address: string;
    }
    const { cases } = readVectorJson<{ readonly cases: readonly DerivedCase[] }>("derivations/objects.json");
    const stores = cases.filter(({ kind }) => kind === "primary fungible store");

    test.each(stores)("the store at $address", async ({ owner, metadata, address: expected }) => {
      const name = "0x1::object::create_user_derived_object_address_impl";
      const result = await new NativeBench().result(name, [address(BigInt(owner)), address(BigInt(metadata))]);
      expect(result).toBe(address(BigInt(expected)));
    });
  });

  test("a storage slot lends its resource", async () => {
    const type = new NativeBench().types.struct(address(1), "storage_slot", "StorageSlotResource", [U64]);
    const stored = { [`${address(5)} ${type.text}`]: { value: [9], bytes: 8 } };
    const bench = new NativeBench({ stored });
    const name = "0x1::storage_slot::borrow_storage_slot_resource_mut";
    const { result, gas } = await bench.run(name, [ref([address(5)])], [U64, type]);
    expect((result as Reference).target).toEqual([9]);
    expect(gas["aptos_framework.storage_slot.borrow_mut.per_byte_loaded"]).toBe(8);
    const { error } = await bench.run(name, [ref([address(6)])], [U64, type]);
    expect(error?.abortCode).toBe(2n);
    expect(error?.abortMessage).toBe(`StorageSlotResource at address ${address(6).slice(2)} not found`);
  });
});

describe("events", () => {
  const frame = (module: string): CodeLocation => ({
    module: { address: address(2), name: module },
    functionIndex: 0,
    functionName: "f",
    codeOffset: 0,
  });
  const world = { structs: { "0x2::m::Event": boxOf("U64") } };

  test("an event of a handle", async () => {
    const bench = new NativeBench(world);
    const type = bench.types.struct(address(2), "m", "Event", []);
    const guid = bytes(Uint8Array.of(3, 0, 0, 0, 0, 0, 0, 0, ...new Uint8Array(31), 0xaa));
    const { gas } = await bench.run("0x1::event::write_to_event_store", [guid, 4, [258]], [type]);
    expect(bench.events).toEqual([
      {
        key: { creationNumber: 3n, address: address(0xaa) },
        sequenceNumber: 4n,
        type,
        data: Uint8Array.of(2, 1, 0, 0, 0, 0, 0, 0),
      },
    ]);
    expect(gas).toEqual({
      "aptos_framework.event.write_to_event_store.base": 1,
      "aptos_framework.event.write_to_event_store.per_abstract_memory_unit": 40,
    });
    const { error } = await bench.run("0x1::event::write_to_event_store", [bytes("short"), 4, [1]], [type]);
    expect(error?.status).toBe("EVENT_KEY_MISMATCH");
  });

  test.each([
    ["its own module", [frame("event"), frame("m")], undefined],
    ["another module", [frame("event"), frame("other")], "INTERNAL_TYPE_ERROR"],
    ["a script", [frame("event"), { ...frame("m"), module: undefined }], "UNKNOWN_INVARIANT_VIOLATION_ERROR"],
    ["nothing", [frame("event")], "UNKNOWN_INVARIANT_VIOLATION_ERROR"],
  ])("a module event emitted by %s", async (_name, frames, status) => {
    const bench = new NativeBench({ ...world, frames });
    const type = bench.types.struct(address(2), "m", "Event", []);
    const { error } = await bench.run("0x1::event::write_module_event_to_store", [[1]], [type]);
    expect(error?.status).toBe(status);
    expect(bench.events.length).toBe(status === undefined ? 1 : 0);
  });
});

describe("publishing", () => {
  const modules: Value = [bytes("one"), bytes("three")];

  test("a request is kept once", async () => {
    const bench = new NativeBench();
    const dependencies: Value = [
      [address(1), text("coin")],
      [address(1), text("")],
      [address(2), text("m")],
    ];
    const args: Value[] = [address(7), [text("a"), text("bc")], dependencies, modules, 1];
    const { gas } = await bench.run("0x1::code::request_publish_with_allowed_deps", args);
    expect(gas).toEqual({
      "aptos_framework.code.request_publish.base": 1,
      // Code, two accounts with their names, and the expected names.
      "aptos_framework.code.request_publish.per_byte": 8 + (32 + 4 + 0) + (32 + 1) + 3,
    });
    const { request } = bench.session.extension(publishRequest);
    expect(request?.expectedModules).toEqual(new Set(["a", "bc"]));
    expect(request?.checkCompatibility).toBe(true);
    expect(request?.allowedDependencies).toEqual(
      new Map([
        [address(1), new Set(["coin", ""])],
        [address(2), new Set(["m"])],
        [address(7), new Set(["a", "bc"])],
      ]),
    );
    expect(await bench.abortOf("0x1::code::request_publish", [address(7), [], modules, 0])).toBe(0x3_0000n);
  });

  test("without a list anything may be used", async () => {
    const bench = new NativeBench();
    await bench.result("0x1::code::request_publish", [address(7), [text("a")], modules, 0]);
    const { request } = bench.session.extension(publishRequest);
    expect(request?.allowedDependencies).toBeUndefined();
    expect(request?.checkCompatibility).toBe(false);
    expect(request?.modules.map((code) => new TextDecoder().decode(code))).toEqual(["one", "three"]);
  });
});

describe("aggregators in tables", () => {
  const factory = ref([[address(0xfac)]]);

  test("count up to their limit and down to zero", async () => {
    const bench = new NativeBench();
    const aggregator = ref((await bench.result("0x1::aggregator_factory::new_aggregator", [factory, 100])) as Value);
    await bench.result("0x1::aggregator::add", [aggregator, 100]);
    const above = await bench.run("0x1::aggregator::add", [aggregator, 1]);
    expect([above.error?.abortCode, above.error?.abortMessage]).toEqual([0x2_0001n, "overflow"]);
    await bench.result("0x1::aggregator::sub", [aggregator, 40]);
    const below = await bench.run("0x1::aggregator::sub", [aggregator, 61]);
    expect([below.error?.abortCode, below.error?.abortMessage]).toEqual([0x2_0002n, "underflow"]);
    expect(await bench.result("0x1::aggregator::read", [aggregator])).toBe(60);
    const [use] = bench.session.extension(aggregators).values();
    expect(use).toMatchObject({ handle: address(0xfac), isNew: true, isRead: true });
  });

  test("a read alone marks the item", async () => {
    const key = address(0x1e4);
    const item = `${address(0xfac)} ${[...new Uint8Array(30), 0x01, 0xe4].join()}`;
    const bench = new NativeBench({ stored: { [item]: { value: 5, bytes: 16 } } });
    expect(await bench.result("0x1::aggregator::read", [ref([address(0xfac), key, 10])])).toBe(5);
    expect(bench.cells.get(item)!.change).toBe("modify");
    await bench.result("0x1::aggregator::destroy", [[address(0xfac), key, 10]]);
    expect(bench.cells.get(item)!.change).toBe("delete");
    expect(bench.session.extension(aggregators).size).toBe(0);
  });

  test("one whose value is gone is an error of the machine's extensions", async () => {
    const { error } = await new NativeBench().run("0x1::aggregator::add", [ref([address(1), address(2), 10]), 1]);
    expect(error?.status).toBe("VM_EXTENSION_ERROR");
  });
});

describe("aggregators in place", () => {
  const bench = new NativeBench();

  test("change only within their bounds", async () => {
    const aggregator = ref((await bench.result("0x1::aggregator_v2::create_aggregator", [10], [U64])) as Value);
    const change = (name: string, by: number) => bench.result(`0x1::aggregator_v2::${name}`, [aggregator, by], [U64]);
    expect([await change("try_add", 10), await change("try_add", 1), await change("try_sub", 4)]).toEqual([
      true,
      false,
      true,
    ]);
    expect([
      await change("try_sub", 7),
      await change("is_at_least_impl", 6),
      await change("is_at_least_impl", 7),
    ]).toEqual([false, true, false]);
    expect(await bench.result("0x1::aggregator_v2::read", [aggregator], [U64])).toBe(6);
    expect(await bench.result("0x1::aggregator_v2::snapshot", [aggregator], [U64])).toEqual([6]);
  });

  test("have the type's maximum without one of their own", async () => {
    const name = "0x1::aggregator_v2::create_unbounded_aggregator";
    expect(await bench.result(name, [], [U64])).toEqual([0, 2n ** 64n - 1n]);
    expect(await bench.result(name, [], [U128])).toEqual([0, 2n ** 128n - 1n]);
    expect(await bench.abortOf(name, [], [U8])).toBe(0x3_0007n);
    expect(await bench.abortOf("0x1::aggregator_v2::create_aggregator", [1], [U8])).toBe(0x3_0007n);
    expect(await bench.abortOf("0x1::aggregator_v2::create_snapshot", [1], [U8])).toBe(0x3_0005n);
    expect(await bench.abortOf("0x1::aggregator_v2::copy_snapshot", [ref([1])], [U64])).toBe(0x3_0009n);
  });

  /** Bytes of `DerivedStringSnapshot { value: String, padding: vector<u8> }`. */
  function width(snapshot: Value): number {
    const [value, padding] = snapshot as Value[];
    const length = (part: ByteVector) => part.length + (part.length < 128 ? 1 : 2);
    return length((value as Value[])[0] as ByteVector) + length(padding as ByteVector);
  }

  test.each([
    ["", 22],
    ["a".repeat(19), 22],
    ["a".repeat(20), 22],
    ["a".repeat(21), 23],
    ["a".repeat(127), 129],
    ["a".repeat(200), 203],
  ])("a text of %s takes a fixed width", async (content, expected) => {
    const snapshot = (await bench.result("0x1::aggregator_v2::create_derived_string", [text(content)])) as Value;
    expect(width(snapshot)).toBe(expected);
    expect(textOf((snapshot as Value[])[0])).toBe(content);
  });

  test.each([[0], [2n ** 64n - 1n]])("a text around %s takes as much as around any number", async (number) => {
    const args = [text("item "), ref([number]), text(" of ")];
    const snapshot = (await bench.result("0x1::aggregator_v2::derive_string_concat", args, [U64])) as Value;
    // Nine bytes of text, 20 digits, the length of both, and the length of the padding.
    expect(width(snapshot)).toBe(9 + 20 + 1 + 1);
    expect(textOf((snapshot as Value[])[0])).toBe(`item ${number} of `);
  });

  test("texts have a longest length", async () => {
    const { error } = await bench.run("0x1::aggregator_v2::create_derived_string", [text("a".repeat(1025))]);
    expect(error?.abortCode).toBe(0x3_0008n);
    const args = [text("a".repeat(1000)), ref([1]), text("b".repeat(25))];
    expect(await bench.abortOf("0x1::aggregator_v2::derive_string_concat", args, [U64])).toBe(0x3_0008n);
  });
});

describe("the transaction", () => {
  const user: UserTransactionContext = {
    sender: address(0x5e),
    secondarySigners: [address(1), address(2)],
    gasPayer: address(0xfee),
    maxGasAmount: 2n ** 60n,
    gasUnitPrice: 100n,
    chainId: 9,
    entryFunction: {
      address: address(0xbeef),
      module: "mod",
      name: "run",
      typeArgs: ["u64"],
      args: [Uint8Array.of(1, 2)],
    },
    multisig: undefined,
    encrypted: false,
    transactionIndex: 3,
    simulated: false,
  };
  const call = (name: string) => `0x1::transaction_context::${name}`;

  test("is there for code of a user", async () => {
    const bench = new NativeBench({ context: { user } });
    expect(await bench.result(call("sender_internal"))).toBe(address(0x5e));
    expect(await bench.result(call("gas_payer_internal"))).toBe(address(0xfee));
    expect(await bench.result(call("max_gas_amount_internal"))).toBe(2n ** 60n);
    const signers = await bench.run(call("secondary_signers_internal"));
    expect(signers.result).toEqual([address(1), address(2)]);
    expect(signers.gas["aptos_framework.transaction_context.secondary_signers.per_signer"]).toBe(2);
  });

  test("its payload pays by length", async () => {
    const bench = new NativeBench({ context: { user }, enumOption: true });
    const { result, gas } = await bench.run(call("entry_function_payload_internal"));
    const [tag, payload] = result as [number, Value[]];
    expect([tag, payload[0], textOf(payload[1]), textOf(payload[2])]).toEqual([1, address(0xbeef), "mod", "run"]);
    const price = "aptos_framework.transaction_context.entry_function_payload.per_abstract_memory_unit";
    expect(gas[price]).toBe(32 + 3 + 3 + 3 + 2);
    expect(await bench.result(call("multisig_payload_internal"))).toEqual([0]);
  });

  test.each([
    ["sender_internal", "sender information can only be accessed"],
    ["entry_function_payload_internal", "entry function payload can only be accessed"],
    ["monotonically_increasing_counter_internal", "must be called"],
  ])("%s aborts where there is none", async (name, what) => {
    const { error } = await new NativeBench().run(call(name), [1]);
    expect(error?.abortCode).toBe(0x3_0001n);
    expect(error?.abortMessage).toBe(`Transaction context is not available (${what} during transaction execution)`);
  });

  test("a counter that only grows", async () => {
    const name = call("monotonically_increasing_counter_internal");
    const bench = new NativeBench({ context: { user, sessionNumber: 35 } });
    const first = (5n << 56n) | (3n << 24n) | (35n << 16n) | 1n;
    expect(await bench.result(name, [5])).toBe(first);
    expect(await bench.result(name, [5])).toBe(first + 1n);
    const simulated = new NativeBench({ context: { user: { ...user, simulated: true }, sessionNumber: 35 } });
    expect(await simulated.result(name, [5])).toBe((1n << 120n) | first);
    const outside = new NativeBench({ context: { user: { ...user, transactionIndex: undefined } } });
    expect(await outside.abortOf(name, [5])).toBe(0x3_0005n);
  });

  test("an early network counted randomness for anybody, without a price", async () => {
    const bench = new NativeBench();
    const draw = async () => [
      ...((await bench.result("0x1::randomness::get_and_add_txn_local_state")) as ByteVector).bytes,
    ];
    expect(await draw()).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    for (let i = 1; i < 256; i++) await draw();
    expect(await draw()).toEqual([0, 1, 0, 0, 0, 0, 0, 0]);
  });

  test("randomness is counted, and only where it cannot be tried out", async () => {
    const bench = new NativeBench({ context: { unbiasable: true } });
    const draw = async () => [
      ...((await bench.result("0x1::randomness::fetch_and_increment_txn_counter")) as ByteVector).bytes,
    ];
    expect([await draw(), await draw()]).toEqual([
      [0, 0, 0, 0, 0, 0, 0, 0],
      [1, 0, 0, 0, 0, 0, 0, 0],
    ]);
    expect(await new NativeBench().abortOf("0x1::randomness::fetch_and_increment_txn_counter")).toBe(1n);
  });
});

describe("the validators' configuration", () => {
  // `0x1::consensus_config::ConsensusConfig` of the genesis of devnet 2025-11 and of mainnet.
  test.each([
    [
      "0402010a0000000000000028000000000000000201e8030000000000000a0000000000000001000000000000000a0000000a00000000000000010000000000000001050000000a00000000000000010101020000000000000000002000000000000001",
      true,
    ],
    [
      "00010a0000000000000014000000000000000200e8030000000000000a0000000000000001000000000000000a0000000a00000000000000010000000000000001050000000a00000000000000",
      false,
    ],
    ["ff", false],
  ])("%s", async (hex, expected) => {
    const config = bytes(Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16)));
    const bench = new NativeBench();
    expect(await bench.result("0x1::consensus_config::validator_txn_enabled_internal", [config])).toBe(expected);
  });
});
