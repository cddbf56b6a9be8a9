import { node } from "../api/node.ts";
import { isSeen } from "../ledger/account/is-seen.ts";
import { readAbi } from "../move/read-abi.ts";
import { formatCount } from "../text/number.ts";
import type { Finding } from "./finding.ts";
import { findAccountNamed, findByName } from "./names.ts";

/** Findings of a search, or the reason why there are none. */
export interface SearchAnswer {
  readonly findings: readonly Finding[];
  /** Said where nothing was found. */
  readonly note: string;
}

/** Functions and types suggested of one module. */
const suggested = 8;

/** Transactions looked at for the hash of a block, which no index has: pages of the API's largest size. */
const pages = 3;
const pageSize = 100;

/** Finds everything on the ledger that a text may name. What is found exists. */
export async function search(text: string, signal: AbortSignal): Promise<SearchAnswer> {
  const query = text.trim();
  const block = /^(?:block|b|#)\s*(\d+)$/i.exec(query)?.[1];
  if (block !== undefined) return findNumber(block, "block", signal);
  if (/^[\d,]+$/.test(query)) return findNumber(query.replaceAll(",", ""), "any", signal);
  const [, address, module, item] = /^((?:0x)?[0-9a-fA-F]{1,64})::([\w$]+)?(?:::([\w$]*))?/.exec(query) ?? [];
  if (address !== undefined && module !== undefined) return findInModule(address, module, item);
  if (/^(0x)?[0-9a-fA-F]{64}$/.test(query)) return findHash(query.startsWith("0x") ? query : `0x${query}`, signal);
  if (/^0x[0-9a-fA-F]{1,63}$/.test(query)) return findAddress(query, signal);
  const [, who, number] = /^(\S+)\s+#?(\d{1,20})$/.exec(query) ?? [];
  if (who !== undefined && number !== undefined) return findSent(who, String(BigInt(number)), signal);
  return { findings: await findByName(query, signal), note: `Nothing on this ledger is called “${query}”.` };
}

async function findNumber(text: string, kind: "any" | "block", signal: AbortSignal): Promise<SearchAnswer> {
  const { value: info } = await node.call("get_ledger_info", { signal });
  const number = BigInt(text);
  const findings: Finding[] = [];
  const kept = (oldest: string): string => (number < BigInt(oldest) ? "pruned on this node" : "");
  if (kind === "any" && number <= BigInt(info.ledger_version)) {
    const route = { view: "transaction", id: String(number) } as const;
    findings.push({ kind: "Transaction", title: formatCount(number), detail: kept(info.oldest_ledger_version), route });
  }
  if (number <= BigInt(info.block_height)) {
    const route = { view: "block", height: String(number) } as const;
    findings.push({ kind: "Block", title: formatCount(number), detail: kept(info.oldest_block_height), route });
  }
  const note = `The ledger ends with version ${formatCount(info.ledger_version)} and block ${formatCount(info.block_height)}.`;
  return { findings, note };
}

async function findInModule(address: string, name: string, item: string | undefined): Promise<SearchAnswer> {
  const abi = await readAbi(address, name, undefined);
  if (abi === undefined) return { findings: [], note: `There is no module ${address}::${name} on this ledger.` };
  const route = { view: "module", address, name } as const;
  const path = `${address}::${name}`;
  const members: Finding[] = [
    ...abi.exposed_functions.map((one) => ({
      kind: one.is_view ? "View function" : one.is_entry ? "Entry function" : "Function",
      title: `${path}::${one.name}`,
      detail: "",
      route: { ...route, item: one.name },
    })),
    ...abi.structs.map((one) => ({
      kind: one.is_enum === true ? "Enum" : "Struct",
      title: `${path}::${one.name}`,
      detail: "",
      route: { ...route, item: one.name },
    })),
  ];
  const wanted = item?.toLowerCase() ?? "";
  const begins = members.filter(({ route: to }) => to.view === "module" && to.item?.toLowerCase().startsWith(wanted));
  // What was typed in full comes first.
  const sorted = begins.toSorted((a, b) => a.title.length - b.title.length);
  const itself: Finding = { kind: "Module", title: path, detail: "", route };
  const findings = item === undefined ? [itself, ...begins.slice(0, suggested)] : sorted.slice(0, suggested);
  return { findings, note: `The module ${path} has nothing called ${item ?? ""}.` };
}

async function findAddress(address: string, signal: AbortSignal): Promise<SearchAnswer> {
  const seen = await isSeen(address, signal);
  const route = { view: "account", address, tab: "balances" } as const;
  const kind = seen ? "Account" : "Address";
  const detail = seen ? "" : "nothing on this ledger is at it";
  const sent: Finding = {
    kind: "Transactions sent by it",
    title: address,
    detail: "the newest first; add a number for one of them",
    route: { ...route, tab: "transactions" },
    related: true,
  };
  return { findings: [{ kind, title: address, detail, route }, ...(seen ? [sent] : [])], note: "" };
}

/** `alice 3`: a transaction by its sender and its sequence number. */
async function findSent(who: string, number: string, signal: AbortSignal): Promise<SearchAnswer> {
  const note = `Nothing was sent by ${who} with the number ${formatCount(number)}.`;
  const address = /^0x[0-9a-fA-F]{1,64}$/.test(who) ? who : await findAccountNamed(who, signal);
  if (address === undefined) return { findings: [], note: `No account of this ledger is called “${who}”.` };
  const query = { start: number, limit: 1 };
  const { value } = await node.call("get_account_transactions", { params: { address }, query, signal });
  const findings = value
    .filter((one) => "sequence_number" in one && one.sequence_number === number)
    .map(
      ({ version }): Finding => ({
        kind: "Transaction",
        title: `${formatCount(number)} of ${who}`,
        detail: `version ${formatCount(version)}`,
        route: { view: "transaction", id: version },
      }),
    );
  return { findings, note };
}

/** 64 digits may be the hash of a transaction or of a block, or an address. */
async function findHash(hash: string, signal: AbortSignal): Promise<SearchAnswer> {
  const [transaction, block, account] = await Promise.all([
    findTransaction(hash, signal),
    findBlock(hash, signal),
    findAddress(hash, signal),
  ]);
  const findings = [...transaction, ...block, ...account.findings.filter(({ kind }) => kind === "Account")];
  const note =
    "Nothing on this ledger has this hash or address. Hashes of blocks are looked for in the latest ones only.";
  return { findings, note };
}

async function findTransaction(hash: string, signal: AbortSignal): Promise<readonly Finding[]> {
  try {
    const { value } = await node.call("get_transaction_by_hash", { params: { txn_hash: hash }, signal });
    const detail = "version" in value ? `version ${formatCount(value.version)}` : "pending";
    return [{ kind: "Transaction", title: hash, detail, route: { view: "transaction", id: hash } }];
  } catch (error) {
    if (signal.aborted) throw error;
    return [];
  }
}

async function findBlock(hash: string, signal: AbortSignal): Promise<readonly Finding[]> {
  const { value: info } = await node.call("get_ledger_info", { signal });
  let end = BigInt(info.ledger_version);
  const oldest = BigInt(info.oldest_ledger_version);
  for (let page = 0; page < pages && end >= oldest; page++) {
    const start = end - BigInt(pageSize) + 1n > oldest ? end - BigInt(pageSize) + 1n : oldest;
    const query = { start, limit: Number(end - start) + 1 };
    const { value } = await node.call("get_transactions", { query, signal });
    const begun = value.find((one) => one.type === "block_metadata_transaction" && one.id === hash);
    if (begun !== undefined) {
      return [{ kind: "Block", title: hash, detail: "", route: { view: "block" }, at: begun.version }];
    }
    end = start - 1n;
  }
  return [];
}
