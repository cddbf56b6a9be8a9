import { heldAmount } from "@ledger/types";
import type { WriteSetChange } from "../../api/answers.ts";
import { ApiFailure, toFailure } from "../../api/failure.ts";
import { node } from "../../api/node.ts";
import { formatType, parseType } from "../../move/type-text.ts";
import { gasCoin, gasMetadata } from "../asset/read-asset.ts";

/** A transaction's effect on one account's balance of one asset. */
export interface BalanceChange {
  readonly account: string;
  /** Type of a coin, or address of the metadata of a fungible asset. */
  readonly asset: string;
  /** `undefined` where the state before is pruned. */
  readonly before: bigint | undefined;
  readonly after: bigint;
}

/** Versions of the state around a transaction. */
export interface Around {
  /** The state that it ran on; `undefined` for the first one. */
  readonly before: string | undefined;
  /** The state that it left; of a simulation, the one that it ran on. */
  readonly after: string;
}

const fungibleStore = "0x1::fungible_asset::FungibleStore";
const concurrentBalance = "0x1::fungible_asset::ConcurrentFungibleBalance";
const objectCore = "0x1::object::ObjectCore";
const coinStore = "0x1::coin::CoinStore";

/** Stores that are looked at; only genesis and migrations write more. */
const lookedAt = 40;

/** Reads what a transaction did to balances: from its changes, and the state before it. */
export async function readBalanceChanges(
  changes: readonly WriteSetChange[],
  around: Around,
  signal: AbortSignal,
): Promise<readonly BalanceChange[]> {
  const written = new WrittenResources(changes);
  const stores = [...written.coinStores(), ...written.fungibleStores()].slice(0, lookedAt);
  const found = await Promise.all(stores.map((store) => readChange(store, written, around, signal)));
  const merged = new Map<string, BalanceChange>();
  for (const change of found) {
    const asset = change.asset === gasCoin ? gasMetadata : change.asset;
    const key = `${change.account} ${asset}`;
    const other = merged.get(key);
    merged.set(key, other === undefined ? { ...change, asset } : sum(other, change));
  }
  return [...merged.values()].filter(({ before, after }) => before !== after);
}

function sum(a: BalanceChange, b: BalanceChange): BalanceChange {
  const before = a.before === undefined || b.before === undefined ? undefined : a.before + b.before;
  return { ...a, before, after: a.after + b.after };
}

/** A place that holds an asset. */
interface Store {
  readonly address: string;
  readonly types: readonly string[];
  readonly after: bigint;
  /** Of a coin; a fungible store names its asset itself. */
  readonly coin: string | undefined;
}

/** The resources among the changes of a transaction. */
class WrittenResources {
  readonly #byPlace = new Map<string, unknown>();
  readonly #places: { readonly address: string; readonly type: string }[] = [];

  constructor(changes: readonly WriteSetChange[]) {
    for (const change of changes) {
      if (change.type !== "write_resource" && change.type !== "delete_resource") continue;
      const type = change.type === "write_resource" ? change.data.type : change.resource;
      this.#places.push({ address: change.address, type });
      if (change.type === "write_resource") this.#byPlace.set(`${change.address} ${type}`, change.data.data);
    }
  }

  find(address: string, type: string): unknown {
    return this.#byPlace.get(`${address} ${type}`);
  }

  coinStores(): Store[] {
    return this.#places.flatMap(({ address, type }) => {
      const { head, args } = parseType(type);
      if (head !== coinStore || args[0] === undefined) return [];
      const after = integer(this.find(address, type), "coin", "value");
      return [{ address, types: [type], after, coin: formatType(args[0]) }];
    });
  }

  fungibleStores(): Store[] {
    const addresses = new Set<string>();
    for (const { address, type } of this.#places)
      if (type === fungibleStore || type === concurrentBalance) addresses.add(address);
    return [...addresses].map((address) => {
      const concurrent = this.find(address, concurrentBalance);
      const after = heldAmount(integer(this.find(address, fungibleStore), "balance"), concurrentAmount(concurrent));
      return {
        address,
        types: concurrent === undefined ? [fungibleStore] : [fungibleStore, concurrentBalance],
        after,
        coin: undefined,
      };
    });
  }
}

async function readChange(
  store: Store,
  written: WrittenResources,
  { before, after }: Around,
  signal: AbortSignal,
): Promise<BalanceChange> {
  const then =
    before === undefined ? [] : await Promise.all(store.types.map((type) => read(store, type, before, signal)));
  const pruned = then.some((value) => value instanceof ApiFailure);
  const amount =
    store.coin === undefined
      ? heldAmount(integer(then[0], "balance"), concurrentAmount(then[1]))
      : integer(then[0], "coin", "value");
  const change = { before: pruned ? undefined : amount, after: store.after };
  if (store.coin !== undefined) return { account: store.address, asset: store.coin, ...change };
  const data =
    written.find(store.address, fungibleStore) ?? then[0] ?? (await read(store, fungibleStore, after, signal));
  const object = written.find(store.address, objectCore) ?? (await read(store, objectCore, after, signal));
  return {
    account: text(object, "owner") ?? store.address,
    asset: text(member(data, "metadata"), "inner") ?? store.address,
    ...change,
  };
}

/** A resource; `undefined` when there was none, and the failure when it cannot be read. */
async function read({ address }: Store, type: string, version: string, signal: AbortSignal): Promise<unknown> {
  try {
    const params = { address, resource_type: type };
    const { value } = await node.call("get_account_resource", { params, query: { ledger_version: version }, signal });
    return value.data;
  } catch (error) {
    if (signal.aborted) throw error;
    const failure = toFailure(error);
    return failure.status === 404 ? undefined : failure;
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function text(value: unknown, name: string): string | undefined {
  const found = member(value, name);
  return typeof found === "string" ? found : undefined;
}

function concurrentAmount(resource: unknown): bigint {
  return integer(resource, "balance", "value");
}

/** The integer at a path of members; 0 when there is none. */
function integer(value: unknown, ...path: readonly string[]): bigint {
  const found = path.reduce(member, value);
  return typeof found === "string" && /^\d+$/.test(found) ? BigInt(found) : 0n;
}
