import { type CompiledModule, decodeInstructions, type OpcodeName } from "@ledger/move";
import { acquires, plainName } from "../instructions/names.ts";
import { namedEntry } from "../instructions/subjects.ts";

/**
 * Which of a module's structs its functions borrow or take from global storage, themselves or in functions of the module that
 * they call. Modules list the same in `acquires`; this is what the code says.
 *
 * @returns names of structs by names of functions
 */
export function acquiredStructs(module: CompiledModule): ReadonlyMap<string, ReadonlySet<string>> {
  const acquired = new Map<string, Set<string>>();
  const callers = new Map<string, Set<string>>();
  for (const { handle, code } of module.functionDefinitions) {
    if (code === undefined) continue;
    const name = module.identifiers[module.functionHandles[handle]!.name]!;
    const own = new Set<string>();
    acquired.set(name, own);
    for (const [op, operand] of decodeInstructions(code, module.version)) {
      const index = Number(operand);
      const callee = calledFunction(module, op, index);
      if (callee !== undefined) callers.set(callee, (callers.get(callee) ?? new Set()).add(name));
      const struct = touchedStruct(module, op, index);
      if (struct !== undefined) own.add(struct);
    }
  }
  const open = [...acquired.keys()];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const caller of callers.get(name) ?? []) {
      const known = acquired.get(caller)!;
      const { size } = known;
      for (const struct of acquired.get(name) ?? []) known.add(struct);
      if (known.size > size) open.push(caller);
    }
  }
  return acquired;
}

/** The name of the module's own function that an instruction calls. */
function calledFunction(module: CompiledModule, name: OpcodeName, index: number): string | undefined {
  if (plainName(name) !== "call") return undefined;
  const called = module.functionHandles[namedEntry(module, name, index) ?? -1];
  return called?.module === module.self ? module.identifiers[called.name] : undefined;
}

/** The name of the struct that an instruction borrows or takes from global storage. */
function touchedStruct(module: CompiledModule, name: OpcodeName, index: number): string | undefined {
  if (!acquires(name)) return undefined;
  const struct = module.structDefinitions[namedEntry(module, name, index) ?? -1];
  return struct && module.identifiers[module.structHandles[struct.handle]!.name];
}
