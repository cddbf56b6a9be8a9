import { vector } from "@ledger/bcs";
import { findTransactionIndex, triedIndices } from "@ledger/executor";
import { type LedgerRecord, PersistedAuxiliaryInfo, TransactionInfo } from "@ledger/types";
import Type from "typebox";
import { required } from "../contract/text-type.ts";
import type { RequestContext } from "../endpoint/context.ts";
import { defineRoute } from "../endpoint/route.ts";
import { Uint32Schema, u64Text } from "../schemas/scalar.ts";
import { limitParameter, pageLimit } from "./parameters.ts";
import { checkStart, listRecords } from "./transaction-reply.ts";

const AuxiliaryInfo = Type.Object(
  {
    transaction_index: Type.Optional({
      ...Uint32Schema,
      description: "The index that the transaction had in its block as it was proposed.",
    }),
  },
  {
    title: "PersistedAuxiliaryInfo",
    description:
      "Facts about a transaction that only its block knows; empty where the transaction's info has no hash of them, and where no index " +
      "fits that hash.",
  },
);

const AuxiliaryInfos = vector(PersistedAuxiliaryInfo);

/** `GET /transactions/auxiliary_info`: the indices of transactions in their blocks. */
export const getTransactionsAuxiliaryInfo = defineRoute({
  id: "get_transactions_auxiliary_info",
  method: "GET",
  path: "/transactions/auxiliary_info",
  tag: "Transactions",
  summary: "Get auxiliary info of transactions",
  description:
    "Returns the auxiliary info of consecutive transactions, ascending by version. The index of a transaction counts those that " +
    "were proposed and discarded too, so it may be above its place in the committed block. Records do not hold it: it is found by its " +
    "hash in the transaction's info.",
  params: {},
  query: { start_version: required(u64Text, "Version of the first transaction."), limit: limitParameter },
  cache: "state",
  work: "bulk",
  handle: async ({ query }, context) => {
    const limit = pageLimit(query.limit, context.config.pageSizes.transactions);
    const start = checkStart(query.start_version, context.ledger);
    return { value: await findIndices(await listRecords(context, start, limit), context) };
  },
  reply: {
    description: "The auxiliary info of each transaction, ascending by version.",
    json: {
      schema: Type.Array(AuxiliaryInfo),
      encode: (indices) => JSON.stringify(indices.map((index) => ({ transaction_index: index }))),
    },
    bcs: {
      description: "Vector of auxiliary infos: variant 0 for none, or variant 1 and the index, a u32.",
      encode: (indices: readonly (number | undefined)[]) =>
        AuxiliaryInfos.encode(
          indices.map((transactionIndex) =>
            transactionIndex === undefined ? { kind: "None" } : { kind: "V1", value: { transactionIndex } },
          ),
        ),
    },
  },
  errors: ["invalid_input", "version_pruned"],
  neverGiven: { 404: "A start above the latest version is refused as invalid." },
  examples: [
    { ledger: "mainnet", summary: "Genesis, which has none", query: { start_version: "0" }, reply: [{}] },
    {
      ledger: "local",
      summary: "The transactions of a block",
      query: { start_version: "12", limit: "4" },
      reply: [{ transaction_index: 0 }, { transaction_index: 1 }, { transaction_index: 2 }, { transaction_index: 3 }],
    },
  ],
});

/**
 * Finds the index of each of consecutive records. Those of a block rise, so all tries of an honest page are no more than one block's:
 * records whose hashes lead nowhere have no further ones.
 */
async function findIndices(
  records: readonly LedgerRecord[],
  { store }: RequestContext,
): Promise<readonly (number | undefined)[]> {
  const indices: (number | undefined)[] = [];
  let left = triedIndices + records.length;
  let block = { firstVersion: 0n, lastVersion: -1n };
  let next = 0;
  for (const { version, info } of records) {
    if (version > block.lastVersion) {
      block = await store.readBlockByVersion(version);
      next = 0;
    }
    const least = Math.max(next, Number(version - block.firstVersion));
    const { auxiliaryInfoHash } = TransactionInfo.decode(info).value;
    const index = findTransactionIndex(auxiliaryInfoHash, least, left);
    if (auxiliaryInfoHash !== undefined) left -= index === undefined ? left : index - least + 1;
    next = (index ?? least) + 1;
    indices.push(index);
  }
  return indices;
}
