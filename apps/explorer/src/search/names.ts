import { node } from "../api/node.ts";
import { readLatest } from "../ledger/transaction/read-back.ts";
import { findLocalNetwork } from "../local/local-network.ts";
import type { Finding, Named } from "./finding.ts";
import { nameCode } from "./name-code.ts";
import { nameThings } from "./name-things.ts";

/** Milliseconds that what was read serves further searches. */
const lifetime = 30_000;

/** Transactions that are looked at for names. */
const lookedAt = 100;

/** Findings shown of one word. */
const shown = 10;

/** Kinds in the order that a reader who types a word means them. */
const order = ["Account", "Coin", "Fungible asset", "Module", "Entry function", "Function"];

let index: { readonly made: number; readonly entries: Promise<readonly Named[]> } | undefined;

/**
 * Accounts, assets, tokens, modules, functions and errors by their names: those that exist from the start, and those that were met
 * lately.
 */
export async function findByName(text: string, signal: AbortSignal): Promise<readonly Finding[]> {
  const entries = await readIndex();
  signal.throwIfAborted();
  const word = text.toLowerCase();
  const ranked = entries.flatMap((entry) => {
    const rank = Math.min(...entry.names.map((name) => rankOf(name, word)));
    return rank === 3 ? [] : [{ entry, rank }];
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank || compare(a.entry, b.entry))
    .slice(0, shown)
    .map(({ entry }) => entry);
}

/** Address of the account that has a name. */
export async function findAccountNamed(name: string, signal: AbortSignal): Promise<string | undefined> {
  const entries = await readIndex();
  signal.throwIfAborted();
  return entries.find(({ kind, names }) => kind === "Account" && names.includes(name.toLowerCase()))?.detail;
}

function rankOf(name: string, word: string): number {
  return name === word ? 0 : name.startsWith(word) ? 1 : name.includes(word) ? 2 : 3;
}

function compare(a: Named, b: Named): number {
  return (
    (b.met ?? 0) - (a.met ?? 0) ||
    placeOf(a.kind) - placeOf(b.kind) ||
    a.title.length - b.title.length ||
    a.title.localeCompare(b.title)
  );
}

function placeOf(kind: string): number {
  const place = order.indexOf(kind);
  return place === -1 ? order.length : place;
}

function readIndex(): Promise<readonly Named[]> {
  if (index === undefined || Date.now() - index.made > lifetime) {
    index = { made: Date.now(), entries: readNames() };
    index.entries.catch(() => {
      index = undefined;
    });
  }
  return index.entries;
}

async function readNames(): Promise<readonly Named[]> {
  const [{ value: info }, transactions] = await Promise.all([node.call("get_ledger_info", {}), readLatest(lookedAt)]);
  const [accounts, things, code] = await Promise.all([
    nameAccounts(info.chain_id),
    nameThings(transactions),
    nameCode(transactions),
  ]);
  return [...accounts, ...things, ...code];
}

async function nameAccounts(chainId: number): Promise<readonly Named[]> {
  const { accounts } = await findLocalNetwork(chainId);
  return accounts.map(({ name, address }) => ({
    kind: "Account",
    title: name,
    detail: address,
    route: { view: "account", address, tab: "balances" },
    names: [name.toLowerCase()],
  }));
}
