import { listGroupMembers, type ModuleResolver } from "@ledger/move";
import { formatModuleId, Path, type StructTag, Transaction, writeOpData, writesOf } from "@ledger/types";
import { readVectorBytes } from "@ledger/vectors/files";

/** A stored value and its type. */
export interface StoredValue {
  readonly tag: StructTag;
  readonly value: Uint8Array;
}

/** The part of a genesis' state that is measured. */
export interface GenesisState extends ModuleResolver {
  readonly source: string;
  readonly modules: readonly Uint8Array[];
  /** Resources, members of resource groups, and events. */
  readonly values: readonly StoredValue[];
}

/** A network's published genesis. */
export function readGenesis(network: string): GenesisState {
  const transaction = Transaction.decode(readVectorBytes(`genesis/${network}.genesis.blob`));
  if (transaction.kind !== "GenesisTransaction" || transaction.value.kind !== "Direct") throw new Error("no genesis");
  const { writeSet, events } = transaction.value.value;
  const modules = new Map<string, Uint8Array>();
  const values: StoredValue[] = [];
  for (const [key, op] of writesOf(writeSet)) {
    const value = writeOpData(op);
    if (key.kind !== "AccessPath" || value === undefined) continue;
    const path = Path.decode(key.value.path);
    if (path.kind === "Code") modules.set(formatModuleId(path.value), value);
    else if (path.kind === "Resource") values.push({ tag: path.value, value });
    else values.push(...listGroupMembers(value));
  }
  for (const { value } of events) {
    if (value.typeTag.kind === "Struct") values.push({ tag: value.typeTag.value, value: value.data });
  }
  return {
    source: `${network} genesis`,
    modules: [...modules.values()],
    values,
    findModule: (address, name) => modules.get(formatModuleId({ address, name })),
  };
}
