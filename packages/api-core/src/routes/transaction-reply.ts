import { vector } from "@ledger/bcs";
import { JsonWriter } from "@ledger/move";
import { type LedgerRecord, OnChainRecord } from "@ledger/types";
import Type from "typebox";
import { type RequestContext, versionPruned } from "../contract/context.ts";
import type { NegotiatedReply } from "../contract/route.ts";
import { TransactionJson } from "../json/transaction.ts";
import { TransactionSchema } from "../schemas/transaction.ts";

/** Variant index of a committed transaction in the BCS of a single transaction. */
const ON_CHAIN = 0;

const Records = vector(OnChainRecord);

/** Several committed transactions. */
export const transactionsReply = {
  json: { schema: Type.Array(TransactionSchema), encode: writeTransactions },
  bcs: {
    description: "Vector of transactions with their info, events, accumulator root and write set.",
    encode: (records: readonly LedgerRecord[]) => Records.encode(records),
  },
} satisfies Omit<NegotiatedReply<readonly LedgerRecord[]>, "description">;

/** One committed transaction. */
export const transactionReply = {
  json: { schema: TransactionSchema, encode: writeTransaction },
  bcs: {
    description: "Variant 0, then the transaction with its info, events, accumulator root and write set.",
    encode: (record: LedgerRecord) => {
      const bytes = new Uint8Array(1 + OnChainRecord.size(record));
      bytes[0] = ON_CHAIN;
      OnChainRecord.encodeInto(record, bytes, 1);
      return bytes;
    },
  },
} satisfies Omit<NegotiatedReply<LedgerRecord>, "description">;

/**
 * Consecutive records within what the request's snapshot shows.
 * @throws ApiError `version_pruned` when the first one is not kept any more
 */
export async function listRecords(
  { ledger, store }: RequestContext,
  start: bigint,
  limit: number,
): Promise<readonly LedgerRecord[]> {
  if (start < ledger.oldestLedgerVersion) throw versionPruned(start, ledger.oldestLedgerVersion);
  const available = ledger.version - start + 1n;
  return store.listRecords(start, available < BigInt(limit) ? Number(available) : limit);
}

async function writeTransactions(records: readonly LedgerRecord[], context: RequestContext): Promise<Uint8Array> {
  const output = new JsonWriter({ capacity: 16 * 1024 });
  await new TransactionJson(context).writeAll(output, records);
  return output.view();
}

async function writeTransaction(record: LedgerRecord, context: RequestContext): Promise<Uint8Array> {
  const output = new JsonWriter({ capacity: 16 * 1024 });
  await new TransactionJson(context).write(output, record);
  return output.view();
}
