import { bytes, u16, vector } from "@ledger/bcs";
import { buildModule, describeModule, type FunctionSpec, type StructSpec } from "@ledger/move";
import {
  type Address,
  bytesToHex,
  hexToBytes,
  moduleKey,
  parseAddress,
  parseHex,
  resourceKey,
  StateValueMetadata,
} from "@ledger/types";
import { callFunction, createUnmeteredGas, voidContext } from "@ledger/vm";
import { PackageRegistry, packageRegistryTag } from "../../src/state/package-registry.ts";
import type { RealRecord } from "./real-record.ts";
import type { PreparedState } from "./real-state.ts";

// The state before a package is published of which the larger part was staged by earlier transactions.

const indices = vector(u16);
const chunks = vector(bytes);

interface StagedBefore {
  readonly count: number;
  readonly deposit: bigint;
}

/** The modules that a record writes, by name. */
function writtenModules({ record }: RealRecord): Map<string, Uint8Array> {
  const modules = record.changes.filter(({ kind }) => kind === "module");
  return new Map(modules.map(({ name, write }) => [name!, parseHex(record.writes[write]!.value_bcs!)]));
}

/**
 * Takes the newest package out of the publisher's registry, and stages the first of its modules by the framework's own function, in the order
 * of their names. The table that the function makes gets the handle of the record's.
 *
 * @param count - modules that were staged before
 * @param handle - of the table that holds them
 * @param deposit - octas that were paid for all of it
 */
export async function stageBefore(
  state: PreparedState,
  { publisher, count, handle, deposit }: Readonly<Record<"publisher" | "handle", Address>> & StagedBefore,
): Promise<void> {
  const registryKey = resourceKey(publisher, packageRegistryTag);
  const { packages } = PackageRegistry.decode((await state.overlay.get(registryKey))!.bytes);
  state.put(registryKey, PackageRegistry.encode({ packages: packages.slice(0, -1) }));
  const staged = [...writtenModules(state.real)].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, count);
  const environment = await state.vm.readEnvironment(state.overlay);
  const meter = createUnmeteredGas();
  const session = state.vm.createSession({ environment, state: state.overlay, context: voidContext, meter });
  const stage = { address: parseAddress("0x7"), module: "large_packages", name: "stage_code_chunk" };
  const outcome = await callFunction(
    session,
    stage,
    [],
    [
      { signer: publisher },
      bytes.encode(packages.at(-1)!.source),
      indices.encode(staged.map((_, index) => index)),
      chunks.encode(staged.map(([, code]) => code)),
    ],
  );
  if (outcome.kind === "failed") throw outcome.error;
  const [table] = session.newTables;
  const renamed = (changed: Uint8Array) =>
    hexToBytes(bytesToHex(changed).replaceAll(table!.handle.slice(2), bytesToHex(handle)));
  const paid = (value: bigint) =>
    StateValueMetadata.encode({ kind: "V0", value: { deposit: value, creationTimeUsecs: 1n } });
  for (const { kind, key, bytes: value } of session.stateChanges()) {
    // Nothing tells how the deposit is divided: the one resource has all of it.
    state.put(renamed(key), value && renamed(value), kind === "resource" ? paid(deposit) : undefined);
  }
}

/**
 * Puts modules in place of those that a record's own are linked with, and that nothing tells: with the structs and functions that are
 * named, and bodies that abort.
 */
export function putLinkedModules(state: PreparedState): void {
  const own = writtenModules(state.real);
  const made = new Map<string, Members>();
  const membersOf = (text: string): [Members, string] | undefined => {
    const [address = "", module = "", name = ""] = text.split("::");
    if (
      own.has(module) ||
      parseAddress(address)
        .subarray(0, 31)
        .every((byte) => byte === 0)
    )
      return undefined;
    const id = `${address}::${module}`;
    const found = made.get(id) ?? { address, name: module, structs: new Map(), functions: new Map() };
    made.set(id, found);
    return [found, name];
  };
  for (const code of own.values()) {
    const { structs = [], functions = [] } = describeModule(code).imports ?? {};
    for (const { type, ...shape } of structs) {
      const [members, name] = membersOf(type) ?? [];
      members?.structs.set(name!, { name: name!, ...shape });
    }
    for (const { function: text, ...shape } of functions) {
      const [members, name] = membersOf(text) ?? [];
      members?.functions.set(name!, { name: name!, visibility: "public", ...shape });
    }
  }
  for (const { address, name, structs, functions } of made.values()) {
    const spec = { address, name, structs: [...structs.values()], functions: [...functions.values()] };
    state.put(moduleKey(parseAddress(address), name), buildModule(spec));
  }
}

/** What is named of a module. */
interface Members {
  readonly address: string;
  readonly name: string;
  readonly structs: Map<string, StructSpec>;
  readonly functions: Map<string, FunctionSpec>;
}
