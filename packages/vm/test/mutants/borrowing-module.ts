import { buildModule, type FunctionSpec, type InstructionSpec, type StructSpec } from "@ledger/move";
import { at } from "../verify/cases/case.ts";

/** Types that references lead to. */
export type Target = "Tree" | "Leaf" | "u64" | "vector<u64>";
export type Kind = "imm" | "mut";

/** A local that may hold a reference. */
export interface Holder {
  readonly local: number;
  readonly kind: Kind;
  readonly target: Target;
}

const targets: readonly Target[] = ["Tree", "Leaf", "u64", "vector<u64>"];
export const kinds: readonly Kind[] = ["mut", "imm"];

/** More than the ways in which one reference may be borrowed from another before they are all taken as one. */
export const branches = 12;

const structs: readonly StructSpec[] = [
  {
    name: "Leaf",
    abilities: ["copy", "drop", "store"],
    fields: [
      { name: "a", type: "u64" },
      { name: "b", type: "u64" },
      { name: "items", type: "vector<u64>" },
    ],
  },
  {
    name: "Tree",
    abilities: ["copy", "drop", "store"],
    fields: Array.from({ length: branches }, (_, i) => ({ name: `f${i}`, type: "0xbad::m::Leaf" })),
  },
  { name: "Counter", abilities: ["key"], fields: [{ name: "tree", type: "0xbad::m::Tree" }] },
];

const typeOf = (target: Target): string => (target === "Tree" || target === "Leaf" ? `0xbad::m::${target}` : target);
const reference = (kind: Kind, target: Target): string => `${kind === "mut" ? "&mut " : "&"}${typeOf(target)}`;

const firstLeaf: readonly InstructionSpec[] = [["move_loc", 0], ["mut_borrow_field", "Tree", "f0"], ["ret"]];

/** A function that is called, and the references that it takes and gives. */
interface Callee {
  readonly spec: FunctionSpec;
  readonly takes: readonly (readonly [Kind, Target])[];
  readonly gives: readonly (readonly [Kind, Target])[];
}

function callee(
  name: string,
  takes: Callee["takes"],
  gives: Callee["gives"],
  code: readonly InstructionSpec[],
  acquires: readonly string[] = [],
): Callee {
  const text = (list: Callee["takes"]) => list.map(([kind, target]) => reference(kind, target));
  return { spec: { name, params: text(takes), returns: text(gives), acquires, code }, takes, gives };
}

export const callees: readonly Callee[] = [
  callee("leaf", [["mut", "Tree"]], [["mut", "Leaf"]], firstLeaf),
  callee(
    "pick",
    [
      ["mut", "Tree"],
      ["mut", "Tree"],
    ],
    [["mut", "Leaf"]],
    firstLeaf,
  ),
  callee(
    "see",
    [
      ["mut", "Tree"],
      ["imm", "Tree"],
    ],
    [["imm", "Leaf"]],
    [["move_loc", 1], ["imm_borrow_field", "Tree", "f1"], ["ret"]],
  ),
  callee(
    "two",
    [["mut", "Tree"]],
    [
      ["mut", "Leaf"],
      ["mut", "Leaf"],
    ],
    [["copy_loc", 0], ["mut_borrow_field", "Tree", "f0"], ["move_loc", 0], ["mut_borrow_field", "Tree", "f1"], ["ret"]],
  ),
  callee(
    "keep",
    [
      ["mut", "Leaf"],
      ["imm", "u64"],
    ],
    [],
    [["ret"]],
  ),
  callee(
    "take",
    [["imm", "Leaf"]],
    [],
    [at, ["move_from", "Counter"], ["unpack", "Counter"], ["pop"], ["ret"]],
    ["Counter"],
  ),
];

/** The references that the function is given. */
export const params: readonly (readonly [Kind, Target])[] = [
  ["mut", "Tree"],
  ["mut", "Tree"],
  ["imm", "Tree"],
  ["mut", "Leaf"],
];
/** Locals with values, after the parameters that are references. */
export const values: readonly Target[] = ["Tree", "Leaf", "u64"];
const holdersOfEach = 3;

/** Parameters, and locals of every kind. */
export const held: readonly Holder[] = [
  ...params.map(([kind, target], local) => ({ local, kind, target })),
  ...targets.flatMap((target, t) =>
    kinds.flatMap((kind, k) =>
      Array.from({ length: holdersOfEach }, (_, i) => ({
        local: params.length + values.length + (t * kinds.length + k) * holdersOfEach + i,
        kind,
        target,
      })),
    ),
  ),
];

/** The module of a function, which acquires what its code takes. */
export function borrowingModule(code: readonly InstructionSpec[]): Uint8Array {
  const locals = held.slice(params.length).map(({ kind, target }) => reference(kind, target));
  const run: FunctionSpec = {
    name: "run",
    params: [...params.map(([kind, target]) => reference(kind, target)), ...values.map(typeOf)],
    locals,
    acquires: code.some(([name, operand]) => `${name}`.endsWith("borrow_global") || operand === "take")
      ? ["Counter"]
      : [],
    code,
  };
  return buildModule({
    address: "0xbad",
    name: "m",
    structs,
    functions: [run, ...callees.map(({ spec }) => spec)],
  });
}
