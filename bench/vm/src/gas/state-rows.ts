import type { InstructionSpec } from "@ledger/move";
import { formatAddressLong, parseAddress } from "@ledger/types";
import { type GasRow, lengths, native, type Work } from "./row.ts";
import { bytesOf } from "./values.ts";

const handle = formatAddressLong(parseAddress("0x7ab1e"));
const key = "vector<u8>";
const table = `0x1::table::Table<${key}, u64>`;
const inTable = (name: string): string => `0x1::table::${name}`;

/** A row of a loop that calls the framework, which calls the native. */
function around(
  name: string,
  covers: readonly string[],
  sizes: readonly number[],
  work: (size: number) => Work,
): GasRow {
  return { name, covers, sizes, counts: false, work };
}

const call = (name: string): InstructionSpec => ["call_generic", inTable(name), key, "u64"];

const boxed = (name: string): InstructionSpec => ["call_generic", inTable(name), key, "u64", "0x1::table::Box<u64>"];

/** Calls on an item of a table by a key of some length: it is added, looked at and removed. */
function tableRow(name: string, covers: readonly string[], looks: readonly InstructionSpec[]): GasRow {
  return around(`0x1::table::${name}`, covers.map(inTable), lengths, (size) => ({
    inputs: [
      { type: `&mut ${table}`, value: [handle] },
      { type: key, value: bytesOf(size) },
    ],
    types: [key, "u64"],
    imports: ["add", "remove", "borrow", "borrow_mut", "contains"].map(inTable),
    body: () => [
      ["copy_loc", 1],
      ["copy_loc", 2],
      ["ld_u64", 7],
      call("add"),
      ...looks,
      ["copy_loc", 1],
      ["copy_loc", 2],
      call("remove"),
      ["pop"],
    ],
  }));
}

const tables = [
  tableRow("add remove", ["add_box", "remove_box"], []),
  tableRow("borrow", ["borrow_box"], [["copy_loc", 1], ["freeze_ref"], ["copy_loc", 2], call("borrow"), ["pop"]]),
  tableRow("borrow_mut", ["borrow_box_mut"], [["copy_loc", 1], ["copy_loc", 2], call("borrow_mut"), ["pop"]]),
  tableRow("contains", ["contains_box"], [["copy_loc", 1], ["freeze_ref"], ["copy_loc", 2], call("contains"), ["pop"]]),
  around("0x1::table::new", ["new_table_handle", "destroy_empty_box", "drop_unchecked_box"].map(inTable), [1], () => ({
    inputs: [],
    types: [key, "u64"],
    locals: [table],
    imports: ["new", "destroy_empty_box", "drop_unchecked_box"].map(inTable),
    body: () => [
      call("new"),
      ["st_loc", 1],
      ["imm_borrow_loc", 1],
      boxed("destroy_empty_box"),
      ["move_loc", 1],
      boxed("drop_unchecked_box"),
    ],
  })),
];

const event = { name: "E", abilities: ["copy", "drop", "store"], fields: [{ name: "data", type: key }] } as const;

const events = [
  around("0x1::event::emit", ["0x1::event::write_module_event_to_store"], lengths, (size) => ({
    inputs: [{ type: "E", value: [bytesOf(size)] }],
    structs: [{ ...event, attributes: ["event"] }],
    imports: ["0x1::event::emit"],
    body: () => [
      ["copy_loc", 1],
      ["call_generic", "0x1::event::emit", "E"],
    ],
  })),
  native("0x1::event::write_to_event_store", lengths, (size) => ({
    args: [bytesOf(40), 1, [bytesOf(size)]],
    typeArgs: ["E"],
    structs: [event],
  })),
];

const aggregator = "0x1::aggregator::Aggregator";
const factory = "0x1::aggregator_factory::new_aggregator";

/** Operations on an aggregator, each between its making and its end. */
function aggregatorRow(name: string, code: readonly InstructionSpec[]): GasRow {
  const full = `0x1::aggregator::${name}`;
  const covers = name === "destroy" ? [full, factory] : [full];
  return around(full, covers, [1], () => ({
    inputs: [{ type: "&mut 0x1::aggregator_factory::AggregatorFactory", value: [[handle]] }],
    locals: [aggregator],
    imports: [factory, ...["add", "sub", "read", "destroy"].map((own) => `0x1::aggregator::${own}`)],
    body: () => [
      ["copy_loc", 1],
      ["ld_u128", 1_000_000],
      ["call", factory],
      ["st_loc", 2],
      ...code,
      ["move_loc", 2],
      ["call", "0x1::aggregator::destroy"],
    ],
  }));
}

const change = (name: string, amount: number): InstructionSpec[] => [
  ["mut_borrow_loc", 2],
  ["ld_u128", amount],
  ["call", `0x1::aggregator::${name}`],
];

const aggregators = [
  aggregatorRow("destroy", []),
  aggregatorRow("add", change("add", 5)),
  aggregatorRow("sub", [...change("add", 5), ...change("sub", 5)]),
  aggregatorRow("read", [["imm_borrow_loc", 2], ["call", "0x1::aggregator::read"], ["pop"]]),
];

/** The configuration that genesis wrote. */
const consensusConfig = around(
  "0x1::consensus_config::validator_txn_enabled",
  ["0x1::consensus_config::validator_txn_enabled_internal"],
  [1],
  () => ({
    inputs: [],
    imports: ["0x1::consensus_config::validator_txn_enabled"],
    body: () => [["call", "0x1::consensus_config::validator_txn_enabled"], ["pop"]],
  }),
);

/** Natives that work on the state. */
export const stateRows: readonly GasRow[] = [...tables, ...events, ...aggregators, consensusConfig];
