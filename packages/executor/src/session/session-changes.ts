import { type Address, decodeStateKey, formatHex, moduleKey, StateValueMetadata, type StateView } from "@ledger/types";
import type { Session, StateChange } from "@ledger/vm";
import { type AggregatorUse, aggregators } from "@ledger/vm/natives";
import type { Change, ItemKind } from "../state/change.ts";

/** How the state notes new items. */
export interface ItemRules {
  /** Microseconds, for the metadata of new items; `undefined` where items have none. */
  readonly creationTime: bigint | undefined;
  /** True if new resources are written as creations; the first chains wrote modifications. */
  readonly createsResources: boolean;
}

const itemKinds: Readonly<Record<StateChange["kind"], ItemKind>> = {
  resource: "resource",
  group: "group",
  tableItem: "table_item",
};

/**
 * The changes that a session made to the items of a state.
 *
 * @param changed - by the machine's account
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#4.1 | Specification, execution 4.1}
 */
export function itemChanges(session: Session, changed: readonly StateChange[], rules: ItemRules): Change[] {
  const uses = session.extension(aggregators);
  return changed.map((change) => {
    const use = aggregatorUse(uses, change);
    const item = use === undefined ? itemKinds[change.kind] : "aggregator";
    // An aggregator that was only added to is settled where its metadata is not known.
    const isDelta = isOnlyAddedTo(use);
    const { key, bytes, storedBytes } = change;
    const common = { key, item, previousSize: storedBytes, isDelta };
    const metadata = isDelta ? undefined : decodeMetadata(change.metadata);
    if (bytes === undefined) return { ...common, kind: "deletion", value: noBytes, metadata };
    if (change.change !== "new") return { ...common, kind: "modification", value: bytes, metadata };
    return { ...common, ...creation(item, rules), value: bytes };
  });
}

/** A module that a transaction publishes. */
export interface PublishedModule {
  readonly address: Address;
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The changes that publishing modules makes to the state. */
export async function moduleChanges(
  modules: readonly PublishedModule[],
  state: StateView,
  rules: ItemRules,
): Promise<Change[]> {
  const changes: Change[] = [];
  for (const { address, name, bytes } of modules) {
    const key = moduleKey(address, name);
    const stored = await state.get(key);
    const common = { key, item: "module", value: bytes, previousSize: stored?.bytes.length ?? 0 } as const;
    const how = stored
      ? ({ kind: "modification", metadata: decodeMetadata(stored.metadata) } as const)
      : creation("module", rules);
    changes.push({ ...common, ...how });
  }
  return changes;
}

const noBytes = new Uint8Array();

/** The use of the aggregator that a changed item is, if it is one. */
function aggregatorUse(
  uses: ReadonlyMap<string, AggregatorUse>,
  { kind, key }: StateChange,
): AggregatorUse | undefined {
  if (kind !== "tableItem" || uses.size === 0) return undefined;
  const item = decodeStateKey(key);
  return item.kind === "TableItem"
    ? uses.get(`${formatHex(item.value.handle)}:${formatHex(item.value.key)}`)
    : undefined;
}

function isOnlyAddedTo(use: AggregatorUse | undefined): boolean {
  return use !== undefined && !use.isNew && !use.isRead;
}

function creation(
  item: ItemKind,
  { creationTime, createsResources }: ItemRules,
): Pick<Change, "kind" | "metadata" | "writtenAs"> {
  const metadata = newMetadata(creationTime);
  const isShown = item === "aggregator" ? metadata !== undefined : item !== "resource" || createsResources;
  return { kind: "creation", metadata, writtenAs: isShown ? undefined : "modification" };
}

function decodeMetadata(metadata: Uint8Array | undefined): StateValueMetadata | undefined {
  return metadata && StateValueMetadata.decode(metadata);
}

function newMetadata(creationTimeUsecs: bigint | undefined): StateValueMetadata | undefined {
  return creationTimeUsecs === undefined ? undefined : { kind: "V0", value: { deposit: 0n, creationTimeUsecs } };
}
