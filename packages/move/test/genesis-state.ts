import { bytes, enumeration, map, Reader, u8 } from "@ledger/bcs";
import { formatAddress, formatModuleId, Path, StateKey, type StructTag } from "@ledger/types";
import { readVectorBytes } from "@ledger/vectors";
import type { ModuleResolver } from "../src/index.ts";

/** The state that a genesis transaction makes, taken apart by what its keys mean. */
export interface GenesisState extends ModuleResolver {
  /** Bytecode by `0x1::coin`. */
  readonly modules: ReadonlyMap<string, Uint8Array>;
  readonly resources: readonly { readonly address: string; readonly tag: StructTag; readonly value: Uint8Array }[];
  readonly groups: readonly { readonly address: string; readonly container: StructTag; readonly value: Uint8Array }[];
  readonly tableItems: readonly { readonly handle: string; readonly key: Uint8Array; readonly value: Uint8Array }[];
}

const writeSetEntries = map(StateKey, enumeration("WriteOp", { Creation: bytes, Modification: bytes }));

/** Reads the write set of a network's published genesis. */
export function readGenesisState(network: string): GenesisState {
  const reader = new Reader(readVectorBytes(`genesis/${network}.genesis.blob`));
  // Genesis transaction, direct write set, version 0 of write sets.
  for (const variant of [1, 0, 0]) if (u8.read(reader) !== variant) throw new Error("not a genesis transaction");
  const modules = new Map<string, Uint8Array>();
  const resources: GenesisState["resources"][number][] = [];
  const groups: GenesisState["groups"][number][] = [];
  const tableItems: GenesisState["tableItems"][number][] = [];
  for (const [key, { value }] of writeSetEntries.read(reader)) {
    if (key.kind === "TableItem") {
      tableItems.push({ handle: formatAddress(key.value.handle), key: key.value.key, value });
    } else if (key.kind === "AccessPath") {
      const address = formatAddress(key.value.address);
      const path = Path.decode(key.value.path);
      if (path.kind === "Code") modules.set(formatModuleId(path.value), value);
      else if (path.kind === "Resource") resources.push({ address, tag: path.value, value });
      else groups.push({ address, container: path.value, value });
    }
  }
  return {
    modules,
    resources,
    groups,
    tableItems,
    findModule: (address, name) => modules.get(formatModuleId({ address, name })),
  };
}
