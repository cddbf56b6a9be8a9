import type { BlockEntry, LedgerReader } from "@ledger/state-store";
import {
  type BlockEndInfo,
  bytesToHex,
  calledFunction,
  decodeTransaction,
  type LedgerRecord,
  type RawTransaction,
  type TransactionPayload,
} from "@ledger/types";

/** Prices that estimates are rounded up to, in octas per gas unit. */
const buckets = [0n, 150n, 300n, 500n, 1000n, 3000n, 5000n, 10_000n, 100_000n, 1_000_000n] as const;

/** User transactions that make a block full. */
const fullBlock = 250;

/** The next bucket strictly above a price; the highest one when there is none. */
export function nextBucket(price: bigint): bigint {
  return buckets.find((bucket) => bucket > price) ?? (buckets.at(-1) as bigint);
}

/** Prices in ascending order. */
export function ascending(prices: readonly bigint[]): bigint[] {
  return prices.toSorted((a, b) => (a === b ? 0 : a < b ? -1 : 1));
}

/**
 * The price of a place in a block: the smallest price in it, raised to the next bucket, if it was full; else the minimum.
 * A block that one contract fills says nothing about others and counts as not full.
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#9.11 | Specification, REST API 9.11}
 */
export async function readBlockPrice(store: LedgerReader, block: BlockEntry, minimum: bigint): Promise<bigint> {
  const size = Number(block.lastVersion - block.firstVersion) + 1;
  const [last] = await store.listRecords(block.lastVersion, 1);
  const mayBeFull = size >= fullBlock || (last !== undefined && limitReached(last));
  if (!mayBeFull) return minimum;
  const sent = (await store.listRecords(block.firstVersion, size)).flatMap(userTransaction);
  const isFull = sent.length >= fullBlock || (last !== undefined && limitReached(last));
  if (!isFull || sent.length === 0 || isCrowdedByOne(sent)) return minimum;
  const prices = sent.map(({ gasUnitPrice }) => gasUnitPrice);
  return nextBucket(ascending(prices)[0] as bigint);
}

function limitReached(record: LedgerRecord): boolean {
  const end = priceFacts(record).blockEnd;
  return end !== undefined && (end.blockGasLimitReached || end.blockOutputLimitReached);
}

function userTransaction(record: LedgerRecord): RawTransaction[] {
  const { sent } = priceFacts(record);
  return sent === undefined ? [] : [sent];
}

/** Facts in a record about the price of its block. */
function priceFacts(record: LedgerRecord): {
  readonly sent?: RawTransaction;
  readonly blockEnd?: BlockEndInfo["value"];
} {
  const transaction = decodeTransaction(record);
  switch (transaction?.kind) {
    case "UserTransaction":
      return { sent: transaction.value.rawTxn };
    case "BlockEpilogue":
      return { blockEnd: transaction.value.value.blockEndInfo.value };
    case "GenesisTransaction":
    case "BlockMetadata":
    case "BlockMetadataExt":
    case "StateCheckpoint":
    case "ValidatorTransaction":
    case undefined:
      return {};
  }
}

function isCrowdedByOne(sent: readonly RawTransaction[]): boolean {
  const calls = new Map<string, number>();
  for (const { payload } of sent) {
    const contract = contractOf(payload);
    if (contract !== undefined) calls.set(contract, (calls.get(contract) ?? 0) + 1);
  }
  return [...calls.values()].some((count) => count * 2 > sent.length);
}

/** The account of the called module; scripts and multisig accounts have none. */
function contractOf(payload: TransactionPayload): string | undefined {
  const called = payload.kind === "Multisig" ? undefined : calledFunction(payload);
  return called && bytesToHex(called.module.address);
}
