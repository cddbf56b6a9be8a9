import type { CompiledModule, FunctionSpec, InstructionSpec, ModuleSpec } from "@ledger/move";
import type { StatusName } from "../../../src/index.ts";
import { changed, counter, fields, fn, module } from "../crafted.ts";

/** Code that keeps or breaks one rule of the sheet on the verifier. */
export interface VerifierCase {
  /** Section of the sheet and name of the rule. */
  readonly rule: string;
  readonly what: string;
  /** The status of publishing the code, or of sending the script. */
  readonly status: StatusName | "accepted";
  readonly bytes: Uint8Array;
  /** Numbers of the flags that are on: {@link usualFeatures} when left out. */
  readonly features?: readonly number[];
  /** The day on mainnet whose timed rules hold; all of them when left out. */
  readonly day?: string;
  /** True for a script. */
  readonly isScript?: true;
  /** Other modules of the state, by name: all are of 0xbad. */
  readonly others?: Readonly<Record<string, Uint8Array>>;
}

/** Enums, access specifiers, function values. */
export const usualFeatures: readonly number[] = [74, 75, 89];

/** A case in short: how it is called, the status, and the module. */
export type Row = readonly [what: string, status: VerifierCase["status"], bytes: Uint8Array | Partial<ModuleSpec>];

/** Cases of one rule. */
export function rule(
  name: string,
  rows: readonly Row[],
  options: Pick<VerifierCase, "features" | "isScript" | "others" | "day"> = {},
): VerifierCase[] {
  return rows.map(([what, status, bytes]) => ({
    rule: name,
    what,
    status,
    bytes: bytes instanceof Uint8Array ? bytes : module(bytes),
    ...options,
  }));
}

/** A case of one function: how it is called, the status, the code and what else the function has. */
export type CodeRow = readonly [
  what: string,
  status: VerifierCase["status"],
  code: readonly InstructionSpec[],
  spec?: Partial<FunctionSpec>,
];

/** Structs of most cases. */
export const structs = [
  counter,
  { name: "Plain", abilities: ["drop"], fields },
  {
    name: "Point",
    abilities: ["copy", "drop"],
    fields: [
      { name: "x", type: "u64" },
      { name: "y", type: "vector<u64>" },
    ],
  },
  {
    name: "Shape",
    abilities: ["drop"],
    variants: [
      { name: "Dot" },
      { name: "Square", fields: [{ name: "side", type: "u64" }] },
      {
        name: "Oblong",
        fields: [
          { name: "side", type: "u64" },
          { name: "other", type: "u8" },
        ],
      },
      { name: "Odd", fields: [{ name: "side", type: "u8" }] },
    ],
  },
  {
    name: "Box",
    abilities: ["copy", "drop", "store", "key"],
    typeParams: [{}],
    fields: [{ name: "value", type: "T0" }],
  },
  { name: "Tag", abilities: ["key"], typeParams: [{ phantom: true }], fields },
] as const satisfies ModuleSpec["structs"];

/** Functions that those of most cases call. */
const callees: readonly FunctionSpec[] = [
  { name: "takes", params: ["u64"], code: [["ret"]] },
  { name: "same", params: ["&mut u64"], returns: ["&mut u64"], code: [["move_loc", 0], ["ret"]] },
  { name: "look", params: ["&u64"], returns: ["&u64"], code: [["move_loc", 0], ["ret"]] },
  { name: "two", params: ["&mut u64", "&mut u64"], code: [["ret"]] },
  {
    name: "unbox",
    params: ["address"],
    acquires: ["Counter"],
    code: [["move_loc", 0], ["move_from", "Counter"], ["unpack", "Counter"], ["pop"], ["ret"]],
  },
];

/** A module of one function, with the usual structs and callees. */
export function ofCode(code: readonly InstructionSpec[], spec: Partial<FunctionSpec> = {}): Partial<ModuleSpec> {
  return { structs, functions: [fn({ code, ...spec }), ...callees] };
}

/** Cases of one rule, each of one function. */
export function codeRule(name: string, rows: readonly CodeRow[]): VerifierCase[] {
  return rule(
    name,
    rows.map(([what, status, code, spec]) => [what, status, ofCode(code, spec)]),
  );
}

/** The address 0x0, as an operand. */
export const at: InstructionSpec = ["ld_const", "address", new Uint8Array(32)];

/** A list of one item, many times. */
export function times<T>(count: number, item: T): T[] {
  return Array.from({ length: count }, () => item);
}

/** A table with its first entry once more at the end. */
export function doubled(spec: Partial<ModuleSpec>, table: keyof CompiledModule): Uint8Array {
  return changed(spec, (compiled) => {
    const entries = compiled[table] as readonly unknown[];
    return { [table]: [...entries, entries[0]] };
  });
}

/**
 * Bytes that no encoder writes: a module with another number in the one byte in which it differs from a second one.
 *
 * @param number - above every index, if not given
 */
export function patched(one: Uint8Array, other: Uint8Array, number = 99): Uint8Array {
  const places = [...one.keys()].filter((i) => one[i] !== other[i]);
  if (places.length !== 1 || one.length !== other.length) throw new Error("the modules differ in more than one byte");
  return one.with(places[0]!, number);
}
