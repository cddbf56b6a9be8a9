import type { CompiledModule, Instruction, OpcodeName } from "@ledger/move";
import { acquires, plainName } from "../instructions/names.ts";
import { namedEntry } from "../instructions/subjects.ts";
import { refused } from "./refused.ts";

/**
 * A function lists exactly those structs of its module that it, or a function of the module that it calls, takes or borrows from
 * global storage.
 *
 * @param code - its instructions, with operands that are there
 * @throws {@link VmError} `MISSING_ACQUIRES_ANNOTATION`, `EXTRANEOUS_ACQUIRES_ANNOTATION`, `INVALID_ACQUIRES_ANNOTATION`
 */
export function checkAcquires(module: CompiledModule, listed: readonly number[], code: readonly Instruction[]): void {
  const byHandle = new Map(module.functionDefinitions.map(({ handle, acquires }) => [handle, acquires]));
  const allowed = new Set(listed);
  const actual = new Set<number>();
  const seen = new Set<string>();
  for (const [name, operand] of code) {
    const key = `${name} ${operand}`;
    if (seen.has(key)) continue;
    seen.add(key);
    for (const struct of acquiredBy(module, byHandle, name, Number(operand))) {
      if (!allowed.has(struct))
        throw refused("MISSING_ACQUIRES_ANNOTATION", "a function uses a resource that its acquires list lacks");
      actual.add(struct);
    }
  }
  for (const struct of listed) {
    if (!actual.has(struct))
      throw refused(
        "EXTRANEOUS_ACQUIRES_ANNOTATION",
        "a function's acquires list names a resource that it does not use",
      );
    const { abilities } = module.structHandles[module.structDefinitions[struct]!.handle]!;
    if ((abilities & 8) === 0)
      throw refused("INVALID_ACQUIRES_ANNOTATION", "a function's acquires list names a struct that is not a resource");
  }
}

function acquiredBy(
  module: CompiledModule,
  byHandle: ReadonlyMap<number, readonly number[]>,
  name: OpcodeName,
  index: number,
): readonly number[] {
  if (acquires(name)) return [namedEntry(module, name, index)!];
  return plainName(name) === "call" ? (byHandle.get(namedEntry(module, name, index)!) ?? []) : [];
}
