import {
  attributeKinds,
  type CodeUnit,
  type CommonTables,
  type CompiledModule,
  type CompiledScript,
  type Instantiation,
  readModuleMetadata,
  type SignatureToken,
  visitInstructions,
} from "@ledger/move";
import { bytesEqual, frameworkAddress } from "@ledger/types";
import { VmError } from "@ledger/vm";
import type { BundledModule } from "./bundle.ts";

/**
 * Checks the events of a module: what it emits are structs of its own that say so by their attribute, and those that an older version had
 * stay events.
 *
 * @throws VmError `EVENT_METADATA_VALIDATION_ERROR`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.8 | Specification, execution 2.8}, step 5
 */
export function checkEvents({ module, older }: Pick<BundledModule, "module" | "older">): void {
  const events = eventsOf(module);
  for (const type of emittedTypes(module)) {
    const struct = type?.kind === "Struct" ? module.structHandles[type.handle]! : undefined;
    if (struct === undefined) throw noEvent("an emitted value is not a struct");
    const name = module.identifiers[struct.name]!;
    if (struct.module !== module.self) throw noEvent(`${name} is emitted outside of its module`);
    if (!events.has(name)) throw noEvent(`${name} is emitted but has no event attribute`);
  }
  for (const name of older === undefined ? [] : eventsOf(older.module)) {
    if (!events.has(name)) throw noEvent(`${name} was an event before, and is not any more`);
  }
}

/**
 * Scripts emit no events: they would belong to no module. Naming the function is enough.
 *
 * @throws VmError `INVALID_OPERATION_IN_SCRIPT`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.7 | Specification, execution 2.7}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#1.2 | Specification, verifier 1.2}
 */
export function checkScriptEvents(script: CompiledScript): void {
  if (script.functionHandles.some((_, handle) => isEmit(script, handle))) {
    throw new VmError("INVALID_OPERATION_IN_SCRIPT", "a script names the function that emits events");
  }
}

/** Names of the structs that are marked as events, existing or not. */
function eventsOf(module: CompiledModule): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [name, attributes] of readModuleMetadata(module)?.structAttributes ?? []) {
    for (const { kind } of attributes) {
      if (kind !== attributeKinds.event) continue;
      if (names.has(name)) throw noEvent(`${name} has the event attribute twice`);
      names.add(name);
    }
  }
  return names;
}

/** The types that the code of a module emits; `undefined` for an emission without one. */
function emittedTypes(module: CompiledModule): readonly (SignatureToken | undefined)[] {
  return module.functionDefinitions
    .flatMap(({ code }) => (code === undefined ? [] : findEmissions(module, code)))
    .map(({ typeArgs }) => module.signatures[typeArgs]![0]);
}

/** The calls of `0x1::event::emit` in a body, and its closures. */
function findEmissions(tables: CommonTables, code: CodeUnit): readonly Instantiation[] {
  const found: Instantiation[] = [];
  visitInstructions(code, tables.version, ({ name }, operand) => {
    if (name !== "call_generic" && name !== "pack_closure_generic") return;
    const instantiation = tables.functionInstantiations[operand]!;
    if (isEmit(tables, instantiation.target)) found.push(instantiation);
  });
  return found;
}

function isEmit({ functionHandles, moduleHandles, addresses, identifiers }: CommonTables, handle: number): boolean {
  const { module, name } = functionHandles[handle]!;
  const owner = moduleHandles[module]!;
  return (
    identifiers[name] === "emit" &&
    identifiers[owner.name] === "event" &&
    bytesEqual(addresses[owner.address]!, frameworkAddress)
  );
}

function noEvent(reason: string): VmError {
  return new VmError("EVENT_METADATA_VALIDATION_ERROR", reason);
}
