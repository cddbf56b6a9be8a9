import { type InstructionSpec, type OpcodeName, opcodes } from "@ledger/move";
import type { Value } from "@ledger/vm";
import { type Code, counts, row, unroll } from "./instruction-row.ts";
import { type GasRow, lengths, smallerLengths } from "./row.ts";
import { structRows } from "./struct-rows.ts";
import { listOf, type Shape, shapes, string, vectorBytes } from "./values.ts";

const one = [1] as const;
const bits = [8, 64, 128, 256] as const;

/** Instructions with two integers of one width. @param second - what makes the result fit */
function integerPair(name: OpcodeName, second: (most: bigint) => bigint): GasRow {
  return row(name, [name], bits, (size) => {
    const type = `u${size}`;
    const most = 2n ** BigInt(size) - 1n;
    const isShift = name === "shl" || name === "shr";
    return {
      inputs: [
        { type, value: number(name === "mul" ? second(most) : name === "add" ? most / 2n : most) },
        { type: isShift ? "u8" : type, value: isShift ? size - 3 : number(second(most)) },
      ],
      code: [["copy_loc", 1], ["copy_loc", 2], [name], ["pop"]],
    };
  });
}

function number(value: bigint): Value {
  return value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
}

const half = (most: bigint): bigint => most / 2n;
const root = (most: bigint): bigint => 2n ** BigInt(most.toString(2).length / 2) - 1n;
const third = (most: bigint): bigint => most / 3n;

/** The yardstick: sums of two u64 that are numbers, as most are. */
export const addRow: GasRow = row("add", ["add"], [64], () => ({
  inputs: [
    { type: "u64", value: 7 },
    { type: "u64", value: 8 },
  ],
  code: [["copy_loc", 1], ["copy_loc", 2], ["add"], ["pop"]],
}));

const integers = [
  addRow,
  { ...integerPair("add", half), name: "add of wide integers" },
  integerPair("sub", half),
  integerPair("mul", root),
  ...(["mod", "div", "bit_or", "bit_and", "xor", "lt", "gt", "le", "ge", "shl", "shr"] as const).map((name) =>
    integerPair(name, third),
  ),
  ...opcodes
    .flatMap((opcode) => opcode?.name ?? [])
    .filter((name) => name.startsWith("cast_"))
    .map((name) =>
      row(name, [name], one, () => ({
        inputs: [{ type: "u256", value: 5 }],
        code: [["copy_loc", 1], [name], ["pop"]],
      })),
    ),
  row("negate", ["negate"], one, () => ({
    inputs: [{ type: "i256", value: -(2n ** 254n) }],
    code: [["copy_loc", 1], ["negate"], ["pop"]],
  })),
];

const literals = [
  ...opcodes
    .flatMap((opcode) => opcode?.name ?? [])
    .filter((name) => /^ld_[ui]\d+$/.test(name))
    .map((name) => row(name, [name], one, () => ({ code: [[name, 5], ["pop"]] }))),
  row("ld_true ld_false", ["ld_true", "ld_false", "pop"], one, () => ({
    code: [["ld_true"], ["pop"], ["ld_false"], ["pop"]],
  })),
  ...shapes
    .filter(({ element }) => element !== string)
    .map(({ type, item }) =>
      row(`ld_const ${type}`, ["ld_const"], [16, 256, 1024, Math.floor(60_000 / item.length / 16) * 16], (size) => ({
        types: [type],
        code: [["ld_const", type, vectorBytes(size, item)], ["pop"]],
      })),
    ),
];

const logic = [
  row("and or not", ["and", "or", "not"], one, () => ({
    code: [["ld_true"], ["ld_false"], ["and"], ["ld_true"], ["or"], ["not"], ["pop"]],
  })),
  row("nop", ["nop"], one, () => ({ code: [["nop"]] })),
  jumps("branch", [["branch", 1]]),
  jumps("br_true", [["ld_false"], ["br_true", 2]]),
  jumps("br_false", [["ld_true"], ["br_false", 2]]),
];

/** Jumps to the instruction behind. */
function jumps(name: "branch" | "br_true" | "br_false", code: Code): GasRow {
  return {
    name,
    covers: [name],
    sizes: one,
    counts: false,
    work: () => ({
      inputs: [],
      body: (position) =>
        listOf(unroll, (index) => {
          const next = position + (index + 1) * code.length;
          return code.map((instruction): InstructionSpec => (instruction[0] === name ? [name, next] : instruction));
        }).flat(),
    }),
  };
}

const wholes = shapes.flatMap(({ type, make }: Shape): GasRow[] => {
  const input = (size: number) => [
    { type, value: make(size) },
    { type, value: make(size) },
  ];
  const about = (name: string, covers: readonly OpcodeName[], code: Code): GasRow =>
    row(`${name} ${type}`, covers, smallerLengths, (size) => ({ inputs: input(size), code }));
  return [
    about("copy_loc", ["copy_loc", "pop"], [["copy_loc", 1], ["pop"]]),
    about("read_ref", ["read_ref", "imm_borrow_loc"], [["imm_borrow_loc", 1], ["read_ref"], ["pop"]]),
    about("write_ref", ["write_ref", "mut_borrow_loc"], [["copy_loc", 1], ["mut_borrow_loc", 2], ["write_ref"]]),
    about("eq", ["eq"], [["imm_borrow_loc", 1], ["imm_borrow_loc", 2], ["eq"], ["pop"]]),
    about("neq", ["neq"], [["imm_borrow_loc", 1], ["imm_borrow_loc", 2], ["neq"], ["pop"]]),
    about(
      "move_loc st_loc",
      ["move_loc", "st_loc"],
      [
        ["move_loc", 1],
        ["st_loc", 1],
      ],
    ),
  ];
});

const vectors = shapes.flatMap(({ type, element, make }: Shape): GasRow[] => {
  const about = (name: string, covers: readonly OpcodeName[], code: Code): GasRow =>
    row(`${name} ${type}`, covers, lengths, (size) => ({
      inputs: [
        { type: `&mut ${type}`, value: make(size) },
        { type: element, value: firstOf(make(1)) },
      ],
      types: [element],
      code,
    }));
  return [
    about(
      "vec_len freeze_ref",
      ["vec_len", "freeze_ref"],
      [["copy_loc", 1], ["freeze_ref"], ["vec_len", element], ["pop"]],
    ),
    about(
      "vec_imm_borrow",
      ["vec_imm_borrow"],
      [["copy_loc", 1], ["freeze_ref"], ["ld_u64", 3], ["vec_imm_borrow", element], ["pop"]],
    ),
    about("vec_mut_borrow", ["vec_mut_borrow"], [["copy_loc", 1], ["ld_u64", 3], ["vec_mut_borrow", element], ["pop"]]),
    about(
      "vec_push_back vec_pop_back",
      ["vec_push_back", "vec_pop_back"],
      [
        ["copy_loc", 1],
        ["copy_loc", 2],
        ["vec_push_back", element],
        ["copy_loc", 1],
        ["vec_pop_back", element],
        ["pop"],
      ],
    ),
    about(
      "vec_swap",
      ["vec_swap"],
      [
        ["copy_loc", 1],
        ["ld_u64", 3],
        ["ld_u64", 7],
        ["vec_swap", element],
      ],
    ),
    row(`vec_pack vec_unpack ${type}`, ["vec_pack", "vec_unpack"], counts, (size) => ({
      inputs: [{ type: element, value: firstOf(make(1)) }],
      types: [element],
      code: [
        ...listOf(size, (): InstructionSpec => ["copy_loc", 1]),
        ["vec_pack", element, size],
        ["vec_unpack", element, size],
        ...listOf(size, (): InstructionSpec => ["pop"]),
      ],
    })),
  ];
});

function firstOf(vector: Value): Value {
  return Array.isArray(vector) ? vector[0]! : 7;
}

/** Instructions, each with what it needs on the stack. */
export const instructionRows: readonly GasRow[] = [
  ...integers,
  ...literals,
  ...logic,
  ...wholes,
  ...vectors,
  ...structRows,
];
