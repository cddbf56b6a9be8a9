import { BcsError } from "@ledger/bcs";
import {
  type Address,
  balanceOf,
  CoinStore,
  decodeStateKey,
  FungibleStore,
  findGroupMember,
  formatAddress,
  formatStructTag,
  frameworkTag,
  ObjectCore,
  Path,
  ResourceGroup,
  type StateView,
  type StateWrite,
  type StructTag,
  structTagsEqual,
} from "@ledger/types";

const groupTag = frameworkTag("object", "ObjectGroup");
const coreTag = frameworkTag("object", "ObjectCore");
const storeTag = frameworkTag("fungible_asset", "FungibleStore");
const coinStoreTag = frameworkTag("coin", "CoinStore");

/** The change of the balance of one store. */
export interface BalanceChange {
  /** Owner of the store. */
  readonly owner: Address;
  /** Address of the store; the owner's own where coins are kept the old way. */
  readonly store: Address;
  /** Address of the asset's metadata, or the type of a coin that is kept the old way. */
  readonly asset: string;
  readonly before: bigint;
  readonly after: bigint;
}

/** The owner, asset and amount of a store. */
interface Holding {
  readonly owner: Address;
  readonly asset: string;
  readonly amount: bigint;
}

/**
 * Which balances some writes change: of fungible assets, and of coins that are kept the old way. Stores whose bytes cannot be read
 * are left out.
 *
 * @param before - the state before the writes
 */
export async function balanceChanges(
  before: StateView,
  writes: Iterable<Pick<StateWrite, "key" | "value">>,
): Promise<readonly BalanceChange[]> {
  const changes: BalanceChange[] = [];
  for (const { key, value } of writes) {
    const place = storePlace(key);
    if (place === undefined) continue;
    const old = readHolding(place.holding, (await before.get(key))?.bytes);
    const now = readHolding(place.holding, value);
    const holding = now ?? old;
    const [held, holds] = [old?.amount ?? 0n, now?.amount ?? 0n];
    if (holding === undefined || held === holds) continue;
    const { owner, asset } = holding;
    changes.push({ owner, store: place.store, asset, before: held, after: holds });
  }
  return changes.sort((a, b) => (sortText(a) < sortText(b) ? -1 : 1));
}

function sortText({ owner, asset, store }: BalanceChange): string {
  return `${formatAddress(owner)} ${asset} ${formatAddress(store)}`;
}

/** The store that a state key may hold, and the reader of its balance. */
function storePlace(
  key: Uint8Array,
): { readonly store: Address; readonly holding: (bytes: Uint8Array) => Holding | undefined } | undefined {
  const decoded = decodeStateKey(key);
  if (decoded.kind !== "AccessPath") return undefined;
  const { address } = decoded.value;
  const path = Path.decode(decoded.value.path);
  if (path.kind === "ResourceGroup" && structTagsEqual(path.value, groupTag))
    return { store: address, holding: groupHolding };
  if (path.kind === "Resource" && isCoinStore(path.value)) {
    const [coin] = path.value.typeArgs;
    const asset = coin?.kind === "Struct" ? formatStructTag(coin.value) : "";
    return { store: address, holding: (bytes) => ({ owner: address, asset, amount: CoinStore.decode(bytes).coin }) };
  }
  return undefined;
}

function isCoinStore(tag: StructTag): boolean {
  return structTagsEqual({ ...tag, typeArgs: [] }, coinStoreTag);
}

function groupHolding(bytes: Uint8Array): Holding | undefined {
  const group = ResourceGroup.decode(bytes);
  const [member, core] = [findGroupMember(group, storeTag), findGroupMember(group, coreTag)];
  const amount = balanceOf(group);
  if (member === undefined || core === undefined || amount === undefined) return undefined;
  const { metadata } = FungibleStore.decode(member);
  return { owner: ObjectCore.decode(core).owner, asset: formatAddress(metadata), amount };
}

function readHolding(
  read: (bytes: Uint8Array) => Holding | undefined,
  bytes: Uint8Array | undefined,
): Holding | undefined {
  if (bytes === undefined) return undefined;
  try {
    return read(bytes);
  } catch (error) {
    if (error instanceof BcsError) return undefined;
    throw error;
  }
}
