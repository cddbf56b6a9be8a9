import { type OpcodeName, opcodes } from "@ledger/move";
import type { Price } from "../../instructions/effect.ts";
import { effectOf, isGeneric, plainName } from "../../instructions/names.ts";
import type { effects, InstructionName } from "../../instructions/table.ts";
import { group, type KeyGroup } from "./group.ts";

type KeyOf<Name, P> = P extends { readonly key: infer Key extends string } ? Key : Name & string;
type UnitOf<P> = P extends { readonly unit: infer Unit extends string } ? Unit : never;
type PlainEntry<Name, P> = P extends Price
  ?
      | `${KeyOf<Name, P>}${P["base"]}`
      | (P extends { readonly plainUnit: infer Entry extends string } ? Entry : `${KeyOf<Name, P>}${UnitOf<P>}`)
  : never;
type GenericEntry<Name, P> = P extends Price ? `${KeyOf<Name, P>}_generic${P["base"] | UnitOf<P>}` : never;
type EntryOf<Form extends OpcodeName> = Form extends `${infer Name extends InstructionName}_generic`
  ? GenericEntry<Name, (typeof effects)[Name]["price"]>
  : Form extends InstructionName
    ? PlainEntry<Form, (typeof effects)[Form]["price"]>
    : never;

/** An entry that is a part of an instruction's price, without `instr.` before it. */
type Entry = { [Form in OpcodeName]: EntryOf<Form> }[OpcodeName];

/** Entries of the price of an instruction before it runs. */
export interface InstructionPrice {
  /** First gas feature version that has them. */
  readonly since: number;
  readonly base: Entry;
  /** For each abstract unit of a value, or for each field, element, byte or captured operand. */
  readonly unit: Entry | undefined;
  /** True if the tag of a variant counts as one more field. */
  readonly countsTag: boolean;
}

/**
 * The price of an instruction, generic forms by themselves.
 *
 * @returns undefined for calls, which are paid when the function is known
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.5 | Specification, execution 5.5}
 */
export function priceOf(form: OpcodeName): InstructionPrice | undefined {
  const { price }: { readonly price: Price | "call" } = effectOf(form);
  if (price === "call") return undefined;
  const { since, base, unit, plainUnit, countsTag = false } = price;
  const key = `${price.key ?? plainName(form)}${isGeneric(form) ? "_generic" : ""}`;
  const regular = unit && `${key}${unit}`;
  return {
    since,
    base: `${key}${base}` as Entry,
    unit: (isGeneric(form) ? regular : (plainUnit ?? regular)) as Entry | undefined,
    countsTag,
  };
}

function entryGroups(): KeyGroup<"instr.", readonly Entry[]>[] {
  const since = new Map<Entry, number>();
  for (const row of opcodes) {
    const price = row && priceOf(row.name);
    if (price === undefined) continue;
    since.set(price.base, price.since);
    if (price.unit !== undefined) since.set(price.unit, price.since);
  }
  return [...since].map(([entry, from]) => group("instr.", from, [entry]));
}

/** Prices of instructions, of calls, and of types that instructions make. */
export const instructionKeys = [
  ...entryGroups(),
  group("instr.", 0, [
    "call.base",
    "call.per_arg",
    "call_generic.base",
    "call_generic.per_ty_arg",
    "call_generic.per_arg",
  ]),
  group("instr.", 1, ["call.per_local", "call_generic.per_local"]),
  group("instr.", 14, ["subst_ty_per_node"]),
] as const;
