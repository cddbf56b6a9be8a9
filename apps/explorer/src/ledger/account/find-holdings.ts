import type { MoveResource } from "../../api/answers.ts";
import { chosenNodes } from "../../api/call.ts";
import { node } from "../../api/node.ts";
import { callProved, findProver, type Mark } from "../../api/proved.ts";
import { isUnlisted } from "../../api/unlisted.ts";
import { formatType, parseType } from "../../move/type-text.ts";
import type { At } from "../../version/at.ts";
import { isCoin } from "../asset/find-assets.ts";
import { type AssetName, gasCoin, gasMetadata, readAssetName } from "../asset/read-asset.ts";
import { readPairedCoin } from "../asset/read-paired-coin.ts";

/** An account's amount of one asset, in both of its forms, in the smallest unit. */
export interface Holding {
  /** Type of the coin, where the asset is one. */
  readonly coin: string | undefined;
  /** Address of the metadata, where the asset is a fungible one. */
  readonly metadata: string | undefined;
  readonly name: AssetName | undefined;
  readonly amount: bigint;
  /** The part in the coin store; what is left lies in the primary fungible store. */
  readonly inCoinStore: bigint;
  /** Address of the store, where it is not the account's primary one. */
  readonly store?: string;
  /** The ground that the amount rests on. */
  readonly mark: Mark;
}

/** Resources and transactions that are looked at for assets. */
const lookedAt = { resources: 200, transactions: 10 };

/** The assets of an account, and whether these are all. */
export interface Holdings {
  readonly held: readonly Holding[];
  /** False where the node has no list of them. */
  readonly isWhole: boolean;
}

/** Items of a list that are shown, and those of which the amounts are proved. */
const mostListed = 300;
const mostProved = 25;

const believed: Mark = { kind: "believed" };

/**
 * Finds an account's assets: by the node's list of them, or, where it has none, by looking around.
 *
 * @param asked - an asset that the reader asked for
 */
export async function findHoldings(
  address: string,
  at: At,
  asked: string | undefined,
  signal: AbortSignal,
): Promise<Holdings> {
  try {
    const held = await proveAmounts(await listHoldings(address, at, signal), address, at, signal);
    const isListed = held.some(({ coin, metadata }) => asked === coin || asked === metadata);
    return {
      held: asked === undefined || isListed ? held : [...held, await readHolding(address, at, asked, signal)],
      isWhole: true,
    };
  } catch (error) {
    if (!isUnlisted(error)) throw error;
    return { held: await lookForHoldings(address, at, asked, signal), isWhole: false };
  }
}

async function listHoldings(address: string, at: At, signal: AbortSignal): Promise<readonly Holding[]> {
  const found: Holding[] = [];
  let start: string | undefined;
  do {
    const query = { ledger_version: at, start, limit: 100 };
    const { value, cursor } = await node.call("list_account_assets", { params: { address }, query, signal });
    for (const { asset_type: asset, amount, coin_amount, name, symbol, decimals, storage, is_primary } of value) {
      const isNamed = name !== undefined && symbol !== undefined && decimals !== undefined;
      found.push({
        coin: isCoin(asset) ? asset : undefined,
        metadata: isCoin(asset) ? undefined : asset,
        name: isNamed ? { name, symbol, decimals } : undefined,
        amount: BigInt(amount),
        inCoinStore: BigInt(coin_amount),
        ...(!is_primary && { store: storage }),
        mark: believed,
      });
    }
    start = cursor;
  } while (start !== undefined && found.length < mostListed);
  return found;
}

/** Puts proved amounts in place of those of a list, where the node keeps proofs: an account's own, not those of stores that it owns. */
async function proveAmounts(
  held: readonly Holding[],
  address: string,
  at: At,
  signal: AbortSignal,
): Promise<readonly Holding[]> {
  if ((await findProver()) === undefined && !chosenNodes.isStrict) return held;
  const own = held.filter(({ store }) => store === undefined).slice(0, mostProved);
  const proved = own.map(async (holding) => {
    const params = { address, asset_type: holding.coin ?? holding.metadata ?? "" };
    const query = { ledger_version: at };
    const { value, mark } = await callProved("get_account_balance", { params, query, signal });
    return { ...holding, amount: value, mark };
  });
  const amounts = new Map((await Promise.all(proved)).map((holding, i) => [own[i], holding]));
  return held.map((holding) => amounts.get(holding) ?? holding);
}

async function readHolding(address: string, at: At, asset: string, signal: AbortSignal): Promise<Holding> {
  const params = { address, asset_type: asset };
  const [{ value, mark }, name] = await Promise.all([
    callProved("get_account_balance", { params, query: { ledger_version: at }, signal }),
    readAssetName(asset),
  ]);
  const [coin, metadata] = isCoin(asset) ? [asset, undefined] : [undefined, asset];
  return { coin, metadata, name, amount: value, inCoinStore: 0n, mark };
}

/**
 * Without a list, assets are found where they show: as coin stores among the account's resources, and as stores written by its latest
 * transactions. A coin and the fungible asset that it is paired with are one.
 */
async function lookForHoldings(
  address: string,
  at: At,
  asked: string | undefined,
  signal: AbortSignal,
): Promise<readonly Holding[]> {
  const { value: resources } = await node.call("get_account_resources", {
    params: { address },
    query: { ledger_version: at, limit: lookedAt.resources },
    signal,
  });
  const coins = coinStores(resources);
  const metadata = new Set([gasMetadata, ...(await writtenAssets(address, signal))]);
  // The account is an asset itself.
  if (resources.some(({ type }) => type === "0x1::fungible_asset::Metadata")) metadata.add(address);
  if (asked !== undefined && !isCoin(asked)) metadata.add(asked);
  const pairs = new Map<string, string>();
  for (const one of metadata) {
    const coin = await readPairedCoin(one);
    if (coin !== undefined) pairs.set(coin, one);
  }
  const wanted = new Set([gasCoin, ...coins.keys(), ...(asked !== undefined && isCoin(asked) ? [asked] : [])]);
  const alone = [...metadata].filter((one) => ![...pairs.values()].includes(one));
  const rows = [
    ...[...wanted, ...[...pairs.keys()].filter((coin) => !wanted.has(coin))].map(
      (coin) => [coin, pairs.get(coin)] as const,
    ),
    ...alone.map((one) => [undefined, one] as const),
  ];
  const held = await Promise.all(
    rows.map(async ([coin, one]): Promise<Holding> => {
      const asset = coin ?? one ?? "";
      const params = { address, asset_type: asset };
      const [{ value, mark }, name] = await Promise.all([
        callProved("get_account_balance", { params, query: { ledger_version: at }, signal }),
        readAssetName(asset),
      ]);
      return { coin, metadata: one, name, amount: value, inCoinStore: coins.get(coin ?? "") ?? 0n, mark };
    }),
  );
  const isAsked = ({ coin, metadata: one }: Holding): boolean =>
    asked !== undefined && (coin === asked || one === asked);
  return held.filter((holding) => holding.amount > 0n || holding.coin === gasCoin || isAsked(holding));
}

/** Amounts in coin stores by the type of the coin. */
function coinStores(resources: readonly MoveResource[]): ReadonlyMap<string, bigint> {
  const found = new Map<string, bigint>();
  for (const { type, data } of resources) {
    const { head, args } = parseType(type);
    if (head !== "0x1::coin::CoinStore" || args[0] === undefined) continue;
    const amount = (data as { readonly coin?: { readonly value?: unknown } }).coin?.value;
    found.set(formatType(args[0]), typeof amount === "string" && /^\d+$/.test(amount) ? BigInt(amount) : 0n);
  }
  return found;
}

async function writtenAssets(address: string, signal: AbortSignal): Promise<readonly string[]> {
  const found = new Set<string>();
  try {
    const query = { limit: lookedAt.transactions };
    const sent = await node.call("get_account_transactions", { params: { address }, query, signal });
    const { value } = sent.value.length > 0 ? sent : await node.call("get_transactions", { query, signal });
    for (const { changes } of value) {
      for (const change of changes) {
        if (change.type !== "write_resource" || change.data.type !== "0x1::fungible_asset::FungibleStore") continue;
        const metadata = (change.data.data as { metadata?: { inner?: unknown } } | undefined)?.metadata?.inner;
        if (typeof metadata === "string") found.add(metadata);
      }
    }
  } catch (error) {
    // What can be found without it is shown all the same; transactions may be pruned.
    if (signal.aborted) throw error;
  }
  return [...found];
}
