import { bytes } from "@ledger/bcs";
import { buildModule, type FunctionSpec, type ModuleSpec } from "@ledger/move";
import { type Address, formatAddress } from "@ledger/types";

/** A module whose `run` does harm as well as it can. */
export interface HostileModule {
  readonly name: string;
  readonly spec: Partial<ModuleSpec>;
  /** Whether it does so when it is published: then it is not called. */
  readonly onPublication?: boolean;
}

function run(spec: Omit<FunctionSpec, "name">): Pick<ModuleSpec, "functions"> {
  return { functions: [{ name: "run", visibility: "public", entry: true, params: ["&signer"], ...spec }] };
}

const empty = bytes.encode(new Uint8Array());
const big = bytes.encode(new Uint8Array(20_000).fill(7));

export const hostileModules: readonly HostileModule[] = [
  { name: "loops", spec: run({ code: [["branch", 0]] }) },
  {
    name: "loops over wide integers",
    spec: run({
      locals: ["u256"],
      code: [
        ["ld_u256", 3n ** 150n],
        ["st_loc", 1],
        ["copy_loc", 1],
        ["ld_u256", 2n ** 200n - 1n],
        ["xor"],
        ["ld_u256", 2n ** 50n + 1n],
        ["mod"],
        ["ld_u256", 2n ** 180n + 7n],
        ["mul"],
        ["st_loc", 1],
        ["branch", 2],
      ],
    }),
  },
  {
    name: "appends to a vector",
    spec: run({
      locals: ["vector<u64>"],
      code: [
        ["vec_pack", "u64", 0],
        ["st_loc", 1],
        ["mut_borrow_loc", 1],
        ["ld_u64", 5],
        ["vec_push_back", "u64"],
        ["branch", 2],
      ],
    }),
  },
  {
    name: "keeps copies of a long vector",
    spec: run({
      locals: ["vector<vector<u8>>", "vector<u8>"],
      code: [
        ["vec_pack", "vector<u8>", 0],
        ["st_loc", 1],
        ["ld_const", "vector<u8>", big],
        ["st_loc", 2],
        ["mut_borrow_loc", 1],
        ["copy_loc", 2],
        ["vec_push_back", "vector<u8>"],
        ["branch", 4],
      ],
    }),
  },
  {
    name: "copies and drops a long vector",
    spec: run({
      locals: ["vector<u8>"],
      code: [["ld_const", "vector<u8>", big], ["st_loc", 1], ["copy_loc", 1], ["pop"], ["branch", 2]],
    }),
  },
  {
    name: "calls itself",
    spec: {
      functions: [
        ...run({ code: [["call", "deeper"], ["ret"]] }).functions!,
        { name: "deeper", code: [["call", "deeper"], ["ret"]] },
      ],
    },
  },
  {
    name: "calls itself with larger types",
    spec: {
      functions: [
        ...run({ code: [["call_generic", "deeper", "u8"], ["ret"]] }).functions!,
        { name: "deeper", typeParams: [{}], code: [["call_generic", "deeper", "vector<T0>"], ["ret"]] },
      ],
    },
  },
  {
    name: "hashes a long vector again and again",
    spec: {
      imports: { functions: [{ function: "0x1::hash::sha3_256", params: ["vector<u8>"], returns: ["vector<u8>"] }] },
      ...run({
        locals: ["vector<u8>"],
        code: [
          ["ld_const", "vector<u8>", big],
          ["st_loc", 1],
          ["copy_loc", 1],
          ["call", "0x1::hash::sha3_256"],
          ["pop"],
          ["branch", 2],
        ],
      }),
    },
  },
  {
    name: "asks for accounts that nobody has",
    spec: {
      imports: { functions: [{ function: "0x1::account::exists_at", params: ["address"], returns: ["bool"] }] },
      structs: [{ name: "Item", abilities: ["key"], fields: [{ name: "value", type: "u64" }] }],
      ...run({
        acquires: [],
        code: [
          ["ld_const", "address", new Uint8Array(32).fill(9)],
          ["call", "0x1::account::exists_at"],
          ["pop"],
          ["branch", 0],
        ],
      }),
    },
  },
  {
    name: "stores more than a transaction may",
    spec: {
      structs: [{ name: "Heap", abilities: ["key"], fields: [{ name: "bytes", type: "vector<vector<u8>>" }] }],
      ...run({
        locals: ["vector<vector<u8>>", "u64"],
        code: [
          ["vec_pack", "vector<u8>", 0],
          ["st_loc", 1],
          ["ld_u64", 0],
          ["st_loc", 2],
          ["mut_borrow_loc", 1],
          ["ld_const", "vector<u8>", big],
          ["vec_push_back", "vector<u8>"],
          ["copy_loc", 2],
          ["ld_u64", 1],
          ["add"],
          ["st_loc", 2],
          ["copy_loc", 2],
          ["ld_u64", 60],
          ["lt"],
          ["br_true", 4],
          ["move_loc", 0],
          ["move_loc", 1],
          ["pack", "Heap"],
          ["move_to", "Heap"],
          ["ret"],
        ],
      }),
    },
  },
  {
    name: "divides by zero",
    spec: run({ code: [["ld_u64", 1], ["ld_u64", 0], ["div"], ["pop"], ["ret"]] }),
  },
  {
    name: "aborts with text that is no text",
    spec: run({ code: [["ld_u64", 2n ** 64n - 1n], ["abort"]] }),
  },
  {
    name: "takes what is not there",
    spec: run({
      locals: ["vector<u8>"],
      code: [
        ["ld_const", "vector<u8>", empty],
        ["st_loc", 1],
        ["mut_borrow_loc", 1],
        ["vec_pop_back", "u8"],
        ["pop"],
        ["ret"],
      ],
    }),
  },
  {
    name: "never gets published",
    onPublication: true,
    spec: { functions: [{ name: "init_module", params: ["&signer"], code: [["branch", 0]] }] },
  },
  {
    name: "aborts when it is published",
    onPublication: true,
    spec: { functions: [{ name: "init_module", params: ["&signer"], code: [["ld_u64", 13], ["abort"]] }] },
  },
];

/** Bytecode of a hostile module, under the name that packages of tests announce. */
export function hostileBytecode({ spec }: HostileModule, owner: Address): Uint8Array {
  return buildModule({ address: formatAddress(owner), name: "counter", ...spec });
}
