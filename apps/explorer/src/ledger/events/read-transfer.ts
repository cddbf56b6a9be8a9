import { node } from "../../api/node.ts";
import { type AssetName, readAssetName } from "../asset/read-asset.ts";

/** An event without its place. */
interface Emitted {
  readonly type: string;
  readonly guid: { readonly account_address: string };
  readonly data: unknown;
}

/** What an event says about an account and an amount, as far as that is known. */
export interface Transfer {
  readonly account: string | undefined;
  readonly amount: string | undefined;
  readonly asset: AssetName | undefined;
}

/** Whose a store of a fungible asset is, and what it holds. */
interface Store {
  readonly owner: string | undefined;
  readonly metadata: string | undefined;
}

/** Members that name the account which an event is about, by how well they do. */
const accountMembers = ["account", "owner", "customer", "user", "from", "sender", "to", "receiver", "creator"];

/** Stores kept for the life of the page: owners hardly ever change. */
const keptStores = 300;

const stores = new Map<string, Promise<Store>>();

/** The account and the amount of an event: those of a fungible store by asking whose it is and of what. */
export async function readTransfer({ type, guid, data }: Emitted): Promise<Transfer> {
  const members = (typeof data === "object" && data !== null ? data : {}) as Readonly<Record<string, unknown>>;
  const text = (name: string): string | undefined => (typeof members[name] === "string" ? members[name] : undefined);
  const named = accountMembers.map(text).find((value) => value?.startsWith("0x"));
  const amount = /^\d+$/.exec(text("amount") ?? "")?.[0];
  const store = text("store");
  if (/^0x1::fungible_asset::(Deposit|Withdraw)$/.test(type) && store !== undefined) {
    const { owner, metadata } = await readStore(store);
    return { account: owner, amount, asset: metadata === undefined ? undefined : await readAssetName(metadata) };
  }
  const coin = text("coin_type");
  const handleOwner = guid.account_address === "0x0" ? undefined : guid.account_address;
  return {
    account: named ?? handleOwner,
    amount: coin === undefined ? undefined : amount,
    asset: coin === undefined ? undefined : await readAssetName(coin),
  };
}

function readStore(address: string): Promise<Store> {
  const known = stores.get(address);
  if (known !== undefined) return known;
  const reading = findStore(address);
  if (stores.size >= keptStores) stores.delete(stores.keys().next().value ?? "");
  stores.set(address, reading);
  return reading;
}

async function findStore(address: string): Promise<Store> {
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
}
