import type { CommonTables, CompiledModule, OpcodeName } from "@ledger/move";
import type { Subject } from "./effect.ts";
import { effectOf, isGeneric } from "./names.ts";

type Instantiation = CommonTables["functionInstantiations"][number];

/** Tables of things and of their instantiations. Scripts have the first three. */
const tables = {
  constant: ["constants", undefined],
  function: ["functionHandles", "functionInstantiations"],
  signature: ["signatures", undefined],
  struct: ["structDefinitions", "structInstantiations"],
  field: ["fieldHandles", "fieldInstantiations"],
  variantField: ["variantFieldHandles", "variantFieldInstantiations"],
  variant: ["variantHandles", "variantInstantiations"],
} as const satisfies Readonly<Record<Subject, readonly [keyof CompiledModule, keyof CompiledModule | undefined]>>;

/** The table of a kind of thing; undefined for a script that has none. */
export function subjectTable(source: CommonTables, subject: Subject): readonly unknown[] | undefined {
  return (source as CompiledModule)[tables[subject][0]];
}

/** The table of the instantiations of a kind of thing; undefined where there is none. */
export function instantiationTable(source: CommonTables, subject: Subject): readonly Instantiation[] | undefined {
  const [, name] = tables[subject];
  return name && (source as CompiledModule)[name];
}

/** True if only modules have things of a kind. */
export function isOfModules(subject: Subject): boolean {
  return subject !== "constant" && subject !== "function" && subject !== "signature";
}

/**
 * The entry that an instruction's index names; a generic form names it through an instantiation.
 *
 * @returns its index; undefined when there is no such instantiation
 */
export function namedEntry(source: CommonTables, name: OpcodeName, index: number): number | undefined {
  if (!isGeneric(name)) return index;
  return instantiationTable(source, effectOf(name).names!)?.[index]?.target;
}
