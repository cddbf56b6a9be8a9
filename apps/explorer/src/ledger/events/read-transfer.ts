import type { Transaction } from "../../api/answers.ts";
import { keep } from "../../api/keep.ts";
import { node } from "../../api/node.ts";
import { type AssetName, readAssetName } from "../asset/read-asset.ts";

/** An event without its place. */
export interface Emitted {
  readonly type: string;
  readonly guid: { readonly account_address: string };
  readonly data: unknown;
}

/** An event, and the transaction that emitted it. */
interface EmittedAt extends Emitted {
  readonly version: string;
  /** All events of the transaction, where they are at hand. */
  readonly siblings?: readonly Emitted[] | undefined;
}

/** Account and amount of an event, as far as they are known. */
export interface Transfer {
  readonly account: string | undefined;
  readonly amount: string | undefined;
  /** Asset of the amount; `undefined` where neither the event nor its transaction names it. */
  readonly asset: AssetName | undefined;
}

/** Owner of a store of a fungible asset, and its asset. */
interface Store {
  readonly owner: string | undefined;
  readonly metadata: string | undefined;
}

/** An amount that goes into a store or out of it. */
interface Movement {
  readonly store: string;
  readonly amount: string;
}

/** Members that name the account which an event is about, by how well they do. */
const accountMembers = ["account", "owner", "customer", "user", "from", "sender", "to", "receiver", "creator", "by"];

/** Members that say how much of an asset an event is about. */
const amountMembers = ["amount", "total", "paid", "price"];

/** Owners hardly ever change, and events never. */
const keptStores = 300;
const keptVersions = 100;

/** The account and the amount that an event names itself. Of a movement the account is that of the store, whose owner is not named. */
export function readNamed(event: Emitted): Pick<Transfer, "account" | "amount"> & { readonly isStore: boolean } {
  const text = textMembers(event.data);
  const movement = readMovement(event);
  const handleOwner = event.guid.account_address === "0x0" ? undefined : event.guid.account_address;
  const named = accountMembers.map(text).find((value) => value?.startsWith("0x"));
  const amount = amountMembers.map(text).find((value) => value !== undefined && /^\d+$/.test(value));
  return { account: movement?.store ?? named ?? handleOwner, amount, isStore: movement !== undefined };
}

/** The account and the amount of an event. */
export async function readTransfer(event: EmittedAt): Promise<Transfer> {
  const text = textMembers(event.data);
  const { account, amount, isStore } = readNamed(event);
  const store = isStore && account !== undefined ? await readStore(account) : undefined;
  return {
    account: isStore ? store?.owner : account,
    amount,
    asset:
      amount === undefined
        ? undefined
        : await nameOf(text("coin_type") ?? store?.metadata ?? (await findAsset(event, amount))),
  };
}

async function nameOf(asset: string | undefined): Promise<AssetName | undefined> {
  return asset === undefined ? undefined : readAssetName(asset);
}

/** A movement of a store, as both forms of event say it: the one of a module names the store, the one of a handle belongs to it. */
function readMovement({ type, guid, data }: Emitted): Movement | undefined {
  const text = textMembers(data);
  if (!/^0x1::fungible_asset::(Deposit|Withdraw)(Event)?$/.test(type)) return undefined;
  const [store, amount] = [text("store") ?? guid.account_address, text("amount")];
  return amount === undefined ? undefined : { store, amount };
}

/**
 * The asset that an event of a program is about: the one of which the same transaction moved the same amount. Programs say how much,
 * hardly ever of what.
 */
async function findAsset({ version, siblings }: EmittedAt, amount: string): Promise<string | undefined> {
  const emitted = siblings ?? (await readEvents(version).catch(() => []));
  const movements = emitted.map(readMovement).filter((movement) => movement?.amount === amount);
  const stores = await Promise.all(movements.map((movement) => movement && readStore(movement.store)));
  const assets = new Set(stores.map((store) => store?.metadata));
  const [asset] = assets;
  return assets.size === 1 ? asset : undefined;
}

const readEvents = keep(keptVersions, async (version: string): Promise<readonly Emitted[]> => {
  const { value } = await node.call("get_transaction_by_version", { params: { txn_version: version } });
  return (value as Transaction).events ?? [];
});

const readStore = keep(keptStores, async (address: string): Promise<Store> => {
  const read = async (type: string): Promise<Readonly<Record<string, unknown>>> => {
    try {
      const { value } = await node.call("get_account_resource", { params: { address, resource_type: type } });
      return value.data as Readonly<Record<string, unknown>>;
    } catch {
      // A store that is gone, or in a part of the state that this node does not hold.
      return {};
    }
  };
  const [core, store] = await Promise.all([
    read("0x1::object::ObjectCore"),
    read("0x1::fungible_asset::FungibleStore"),
  ]);
  const metadata = (store.metadata as { readonly inner?: unknown } | undefined)?.inner;
  return {
    owner: typeof core.owner === "string" ? core.owner : undefined,
    metadata: typeof metadata === "string" ? metadata : undefined,
  };
});

/** Reads the members of an event's data that are text. */
function textMembers(data: unknown): (name: string) => string | undefined {
  const members = (typeof data === "object" && data !== null ? data : {}) as Readonly<Record<string, unknown>>;
  return (name) => (typeof members[name] === "string" ? members[name] : undefined);
}
