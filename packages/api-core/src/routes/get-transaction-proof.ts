import { formatHex } from "@ledger/types";
import { provedInfoToJson, TransactionAnswer } from "@ledger/verifier";
import Type from "typebox";
import { versionNotFound, versionPruned } from "../contract/error.ts";
import { optional, required } from "../contract/text-type.ts";
import { defineRoute } from "../endpoint/route.ts";
import { checkRootVersion, openTree, proveInfo } from "../proofs/proved.ts";
import { ProvedInfoSchema } from "../proofs/schemas.ts";
import { booleanText, HexSchema, U64Schema, u64Text } from "../schemas/scalar.ts";
import { transactionProof } from "./examples/proofs.ts";

const TransactionProof = Type.Object(
  {
    version: U64Schema,
    info: ProvedInfoSchema,
    transaction: HexSchema,
    events: Type.Optional(HexSchema),
    write_set: Type.Optional(HexSchema),
  },
  {
    title: "TransactionProof",
    description:
      "A transaction in BCS with its info and, when they were asked for, its events and its write set, in BCS too.",
  },
);

/** `GET /proofs/transactions/{version}`: a transaction with its place in the ledger. */
export const getTransactionProof = defineRoute({
  id: "get_transaction_proof",
  method: "GET",
  path: "/proofs/transactions/{txn_version}",
  tag: "Proofs",
  summary: "Prove a transaction",
  description:
    "Returns a transaction with its info, which holds the hashes of the transaction, its events and its writes, and the siblings that " +
    "lead from the info to a root of the ledger.",
  params: { txn_version: required(u64Text, "Version of the transaction.") },
  query: {
    root_version: optional(
      u64Text,
      "Ledger version of the root that the proof has to lead to. The newest that the node proves when absent.",
    ),
    with_events: optional(booleanText, "Whether to include the events; false when absent."),
    with_write_set: optional(booleanText, "Whether to include the write set; false when absent."),
  },
  cache: "state",
  work: "bulk",
  handle: async ({ params: { txn_version: version }, query }, context) => {
    const { ledger, store } = context;
    const kept = await openTree(context, query.root_version);
    if (version > ledger.version) throw versionNotFound(version, ledger.version);
    if (version < ledger.oldestLedgerVersion) throw versionPruned(version, ledger.oldestLedgerVersion);
    const rootVersion = checkRootVersion(context, kept.head, version, query.root_version ?? kept.head.version);
    const { transaction, events, writeSet } = await store.readRecord(version);
    const value: TransactionAnswer = {
      version,
      info: await proveInfo(context, kept, version, rootVersion),
      transaction,
      events: query.with_events === true ? events : undefined,
      writeSet: query.with_write_set === true ? writeSet : undefined,
    };
    return { value, immutable: query.root_version !== undefined, validator: `t${version}-${rootVersion}` };
  },
  reply: {
    description: "The transaction with its proof.",
    json: {
      schema: TransactionProof,
      encode: ({ version, info, transaction, events, writeSet }) =>
        JSON.stringify({
          version: String(version),
          info: provedInfoToJson(info),
          transaction: formatHex(transaction),
          ...(events && { events: formatHex(events) }),
          ...(writeSet && { write_set: formatHex(writeSet) }),
        }),
    },
    bcs: { description: "The same members.", encode: (answer) => TransactionAnswer.encode(answer) },
  },
  errors: ["invalid_input", "version_not_found", "version_pruned"],
  examples: [
    {
      ledger: "local",
      summary: "The first transaction of a block",
      params: { txn_version: "1" },
      query: { root_version: "6", with_events: "true" },
      reply: transactionProof,
    },
  ],
});
