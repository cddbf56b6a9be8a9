import type { CompiledModule, Instruction } from "@ledger/move";
import { refused } from "./refused.ts";

const touching = new Set(["mut_borrow_global", "imm_borrow_global", "move_from"]);

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
  name: string,
  index: number,
): readonly number[] {
  if (name === "call") return byHandle.get(index) ?? [];
  if (name === "call_generic") return byHandle.get(module.functionInstantiations[index]!.target) ?? [];
  const plain = name.replace(/_generic$/, "");
  if (!touching.has(plain)) return [];
  return [plain === name ? index : module.structInstantiations[index]!.target];
}
