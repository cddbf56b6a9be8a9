import { findLocalAccounts } from "../accounts/local-accounts.ts";
import type { Transaction } from "../api/answers.ts";
import { node } from "../api/node.ts";
import { gasCoin, gasMetadata, readAssetName } from "../ledger/asset/read-asset.ts";
import { calledFunction } from "../ledger/transaction/transaction-kind.ts";
import { readPublished } from "../move/read-source.ts";
import { formatType, parseStructName, parseType } from "../move/type-text.ts";
import type { Route } from "../routing/route.ts";
import type { Finding } from "./finding.ts";

/** Milliseconds that what was read serves further searches. */
const lifetime = 30_000;

/** Accounts of the framework, whose modules every ledger of this kind has. */
const frameworkAccounts = ["0x1", "0x3", "0x4"];

/** What is looked at for names. */
const lookedAt = { transactions: 50, accounts: 8, assets: 30 };

/** Findings shown of one word. */
const shown = 10;

interface Named extends Finding {
  /** What it may be called, in lower case. */
  readonly names: readonly string[];
}

let index: { readonly made: number; readonly entries: Promise<readonly Named[]> } | undefined;

/** Accounts, assets and modules by their names: those that exist from the start, and those that were seen recently. */
export async function findByName(text: string, signal: AbortSignal): Promise<readonly Finding[]> {
  if (index === undefined || Date.now() - index.made > lifetime) {
    index = { made: Date.now(), entries: readNames() };
    index.entries.catch(() => {
      index = undefined;
    });
  }
  const entries = await index.entries;
  signal.throwIfAborted();
  const word = text.toLowerCase();
  const ranked = entries.flatMap((entry) => {
    const ranks = entry.names.map((name) =>
      name === word ? 0 : name.startsWith(word) ? 1 : name.includes(word) ? 2 : 3,
    );
    const rank = Math.min(...ranks);
    return rank === 3 ? [] : [{ entry, rank }];
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank || a.entry.title.length - b.entry.title.length)
    .slice(0, shown)
    .map(({ entry }) => entry);
}

async function readNames(): Promise<readonly Named[]> {
  const { value: info } = await node.call("get_ledger_info", {});
  const latest = BigInt(info.ledger_version);
  // Genesis writes the whole framework: its changes say nothing about recent activity.
  const limit = Number(latest < BigInt(lookedAt.transactions) ? latest : BigInt(lookedAt.transactions));
  const transactions = limit === 0 ? [] : (await node.call("get_transactions", { query: { limit } })).value;
  const [accounts, assets, modules] = await Promise.all([
    findLocalAccounts(info.chain_id),
    nameAssets(transactions),
    nameModules(transactions),
  ]);
  const named = accounts.map(
    ({ name, address }): Named => ({
      kind: "Account",
      title: name,
      detail: address,
      route: { view: "account", address, tab: "balances" },
      names: [name],
    }),
  );
  return [...named, ...assets, ...modules];
}

/** Modules of the framework, and of the accounts whose functions were called recently. */
async function nameModules(transactions: readonly Transaction[]): Promise<readonly Named[]> {
  const called = transactions.flatMap((transaction) => calledFunction(transaction)?.split("::")[0] ?? []);
  const addresses = [...new Set([...frameworkAccounts, ...called])].slice(0, lookedAt.accounts);
  const published = await Promise.all(
    addresses.map(async (address) => {
      const modules = await readPublished(address, undefined);
      return modules.map(({ name, package: packageName }): Named => {
        const route: Route = { view: "module", address, name };
        const names = [name.toLowerCase(), `${address}::${name}`.toLowerCase(), packageName.toLowerCase()];
        return { kind: "Module", title: `${address}::${name}`, detail: packageName, route, names };
      });
    }),
  );
  return published.flat();
}

/** The gas coin, and the assets of the stores that were written recently. */
async function nameAssets(transactions: readonly Transaction[]): Promise<readonly Named[]> {
  const assets = new Set([gasCoin, gasMetadata]);
  for (const change of transactions.flatMap(({ changes }) => changes)) {
    if (change.type !== "write_resource") continue;
    const { head, args } = parseType(change.data.type);
    if (head === "0x1::coin::CoinStore" && args[0] !== undefined) assets.add(formatType(args[0]));
    if (head === "0x1::fungible_asset::Metadata") assets.add(change.address);
    const metadata = (change.data.data as { readonly metadata?: { readonly inner?: unknown } }).metadata?.inner;
    if (head === "0x1::fungible_asset::FungibleStore" && typeof metadata === "string") assets.add(metadata);
  }
  const named = await Promise.all(
    [...assets].slice(0, lookedAt.assets).map(async (asset): Promise<Named | undefined> => {
      const name = await readAssetName(asset);
      if (name === undefined) return undefined;
      const coin = parseStructName(parseType(asset).head);
      const route: Route =
        coin === undefined
          ? { view: "account", address: asset, tab: "resources" }
          : { view: "module", address: coin.address, name: coin.module, item: coin.name };
      return {
        kind: coin === undefined ? "Fungible asset" : "Coin",
        title: `${name.symbol}, ${name.name}`,
        detail: asset,
        route,
        names: [name.symbol.toLowerCase(), name.name.toLowerCase(), coin?.name.toLowerCase() ?? asset],
      };
    }),
  );
  return named.filter((one) => one !== undefined);
}
