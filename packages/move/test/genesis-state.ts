import { formatAddress, formatModuleId, Path, type StructTag, Transaction, writeOpData, writesOf } from "@ledger/types";
import { hasVector, readVectorBytes } from "@ledger/vectors";
import type { ModuleResolver } from "../src/index.ts";

/** The networks whose genesis is here, newest framework first. */
export const networksByFramework = (
  ["devnet", "devnet-2025-11", "previewnet3", "randomnet", "testnet", "mainnet"] as const
).filter((network) => hasVector(`genesis/${network}.genesis.blob`));

/** A resource, or a resource group when `tag` is a container. */
export interface GenesisResource {
  readonly address: string;
  readonly tag: StructTag;
  readonly value: Uint8Array;
}

/** The state that a genesis transaction makes, taken apart by what its keys mean. */
export interface GenesisState extends ModuleResolver {
  /** Bytecode by `0x1::coin`. */
  readonly modules: ReadonlyMap<string, Uint8Array>;
  readonly resources: readonly GenesisResource[];
  readonly groups: readonly GenesisResource[];
  readonly tableItems: readonly { readonly handle: string; readonly key: Uint8Array; readonly value: Uint8Array }[];
  readonly events: readonly { readonly type: StructTag; readonly data: Uint8Array }[];
}

/** Reads a network's published genesis. */
export function readGenesisState(network: string): GenesisState {
  const transaction = Transaction.decode(readVectorBytes(`genesis/${network}.genesis.blob`));
  if (transaction.kind !== "GenesisTransaction" || transaction.value.kind !== "Direct")
    throw new Error("not a genesis");
  const { writeSet, events } = transaction.value.value;
  const modules = new Map<string, Uint8Array>();
  const resources: GenesisResource[] = [];
  const groups: GenesisResource[] = [];
  const tableItems: GenesisState["tableItems"][number][] = [];
  for (const [key, op] of writesOf(writeSet)) {
    const value = writeOpData(op)!;
    if (key.kind === "TableItem") {
      tableItems.push({ handle: formatAddress(key.value.handle), key: key.value.key, value });
    } else if (key.kind === "AccessPath") {
      const address = formatAddress(key.value.address);
      const path = Path.decode(key.value.path);
      if (path.kind === "Code") modules.set(formatModuleId(path.value), value);
      else (path.kind === "Resource" ? resources : groups).push({ address, tag: path.value, value });
    }
  }
  return {
    modules,
    resources,
    groups,
    tableItems,
    events: events.map(({ value }) => ({ type: structOf(value.typeTag), data: value.data })),
    findModule: (address, name) => modules.get(formatModuleId({ address, name })),
  };
}

function structOf(tag: { readonly kind: string; readonly value?: unknown }): StructTag {
  if (tag.kind !== "Struct") throw new Error("an event is a struct");
  return tag.value as StructTag;
}
