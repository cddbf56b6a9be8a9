import { type Codec, vector } from "@ledger/bcs";
import { JsonWriter } from "@ledger/move";
import type { LedgerSummary } from "@ledger/state-store";
import { type LedgerRecord, OnChainRecord, SignedTransaction } from "@ledger/types";
import Type from "typebox";
import { ApiError, versionPruned } from "../contract/error.ts";
import { moveView, type RequestContext } from "../endpoint/context.ts";
import type { NegotiatedReply } from "../endpoint/route.ts";
import { TransactionJson } from "../json/transaction.ts";
import { KnownTransactionSchema, TransactionSchema } from "../schemas/transaction.ts";
import { writePending } from "../submission/pending-transaction.ts";
import type { PendingTransaction } from "../submission/submit.ts";

/** Variant indices in the BCS of a single transaction. */
const onChain = 0;
const pending = 1;

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
    encode: (record: LedgerRecord) => withVariant(onChain, OnChainRecord, record),
  },
} satisfies Omit<NegotiatedReply<LedgerRecord>, "description">;

/** A transaction by its hash. */
export type KnownTransaction =
  | { readonly kind: "committed"; readonly record: LedgerRecord }
  | ({ readonly kind: "pending" } & PendingTransaction);

/** One transaction, committed or not. */
export const knownTransactionReply = {
  json: {
    schema: KnownTransactionSchema,
    encode: async (known: KnownTransaction, context: RequestContext) => {
      if (known.kind === "committed") return writeTransaction(known.record, context);
      const output = new JsonWriter({ capacity: 4 * 1024 });
      await writePending(output, moveView(context, context.ledger.version), known, "typed");
      return output.view();
    },
  },
  bcs: {
    description:
      "Variant 0, then the transaction with its info, events, accumulator root and write set; or variant 1, then the signed " +
      "transaction that waits.",
    encode: (known: KnownTransaction) =>
      known.kind === "committed"
        ? withVariant(onChain, OnChainRecord, known.record)
        : withVariant(pending, SignedTransaction, known.transaction),
  },
} satisfies Omit<NegotiatedReply<KnownTransaction>, "description">;

/** The start of a page of transactions. @throws ApiError `invalid_input` above the latest version */
export function checkStart(start: bigint, { version }: LedgerSummary): bigint {
  if (start <= version) return start;
  throw new ApiError("invalid_input", `start ${start} is invalid: it is above the latest ledger version, ${version}`);
}

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

function withVariant<T>(variant: number, codec: Codec<T>, value: T): Uint8Array {
  const bytes = new Uint8Array(1 + codec.size(value));
  bytes[0] = variant;
  codec.encodeInto(value, bytes, 1);
  return bytes;
}
