import type {
  AccountData,
  Block,
  LedgerInfo,
  ModuleItem,
  MoveResource,
  Transaction,
  TransactionSummary,
} from "./answers.ts";
import { apiPath, withQuery } from "./path.ts";
import { type JsonAnswer, postForBytes, postJson, readJson } from "./read-json.ts";

/** A ledger version as decimal text; `undefined` is the latest. */
export type At = string | undefined;

export function readLedgerInfo(signal?: AbortSignal): Promise<JsonAnswer<LedgerInfo>> {
  return readJson("/", signal);
}

export function readAccount(address: string, at: At, signal?: AbortSignal): Promise<JsonAnswer<AccountData>> {
  return readJson(withQuery(apiPath`/accounts/${address}`, { ledger_version: at }), signal);
}

export interface PageQuery {
  readonly at: At;
  /** Cursor of the page before. */
  readonly start?: string | undefined;
  readonly limit: number;
}

function pageQuery({ at, start, limit }: PageQuery) {
  return { ledger_version: at, start, limit };
}

export function readResources(
  address: string,
  page: PageQuery,
  signal?: AbortSignal,
): Promise<JsonAnswer<readonly MoveResource[]>> {
  return readJson(withQuery(apiPath`/accounts/${address}/resources`, pageQuery(page)), signal);
}

export function readResource(
  address: string,
  type: string,
  at: At,
  signal?: AbortSignal,
): Promise<JsonAnswer<MoveResource>> {
  return readJson(withQuery(apiPath`/accounts/${address}/resource/${type}`, { ledger_version: at }), signal);
}

export function readModules(
  address: string,
  page: PageQuery,
  signal?: AbortSignal,
): Promise<JsonAnswer<readonly ModuleItem[]>> {
  return readJson(withQuery(apiPath`/accounts/${address}/modules`, pageQuery(page)), signal);
}

export function readModule(
  address: string,
  name: string,
  at: At,
  signal?: AbortSignal,
): Promise<JsonAnswer<ModuleItem>> {
  return readJson(withQuery(apiPath`/accounts/${address}/module/${name}`, { ledger_version: at }), signal);
}

/** The balance is a bare number of up to 64 bits: take its `text`. */
export function readBalance(address: string, asset: string, at: At, signal?: AbortSignal): Promise<JsonAnswer<number>> {
  return readJson(withQuery(apiPath`/accounts/${address}/balance/${asset}`, { ledger_version: at }), signal);
}

export interface SummaryQuery {
  readonly startVersion?: string | undefined;
  readonly endVersion?: string | undefined;
  readonly limit: number;
}

export function readSummaries(
  address: string,
  { startVersion, endVersion, limit }: SummaryQuery,
  signal?: AbortSignal,
): Promise<JsonAnswer<readonly TransactionSummary[]>> {
  const query = { start_version: startVersion, end_version: endVersion, limit };
  return readJson(withQuery(apiPath`/accounts/${address}/transaction_summaries`, query), signal);
}

export function readTransactions(
  query: { readonly start?: string | undefined; readonly limit: number },
  signal?: AbortSignal,
): Promise<JsonAnswer<readonly Transaction[]>> {
  return readJson(withQuery("/transactions", { ...query }), signal);
}

export function readTransactionByVersion(version: string, signal?: AbortSignal): Promise<JsonAnswer<Transaction>> {
  return readJson(apiPath`/transactions/by_version/${version}`, signal);
}

export function readTransactionByHash(hash: string, signal?: AbortSignal): Promise<JsonAnswer<Transaction>> {
  return readJson(apiPath`/transactions/by_hash/${hash}`, signal);
}

export function readBlockByHeight(
  height: string,
  withTransactions: boolean,
  signal?: AbortSignal,
): Promise<JsonAnswer<Block>> {
  const query = { with_transactions: withTransactions ? "true" : undefined };
  return readJson(withQuery(apiPath`/blocks/by_height/${height}`, query), signal);
}

export function readBlockByVersion(
  version: string,
  withTransactions: boolean,
  signal?: AbortSignal,
): Promise<JsonAnswer<Block>> {
  const query = { with_transactions: withTransactions ? "true" : undefined };
  return readJson(withQuery(apiPath`/blocks/by_version/${version}`, query), signal);
}

export interface TableItemRequest {
  readonly key_type: string;
  readonly value_type: string;
  readonly key: unknown;
}

export function readTableItem(
  handle: string,
  request: TableItemRequest,
  at: At,
  signal?: AbortSignal,
): Promise<JsonAnswer<unknown>> {
  return postJson(withQuery(apiPath`/tables/${handle}/item`, { ledger_version: at }), request, signal);
}

/** The stored bytes of an item. @param key - BCS of the key, as hex */
export function readRawTableItem(handle: string, key: string, at: At, signal?: AbortSignal): Promise<Uint8Array> {
  return postForBytes(withQuery(apiPath`/tables/${handle}/raw_item`, { ledger_version: at }), { key }, signal);
}

/** @returns the message to sign, as hex */
export function encodeSubmission(request: unknown, signal?: AbortSignal): Promise<JsonAnswer<string>> {
  return postJson("/transactions/encode_submission", request, signal);
}
