import { vector } from "@ledger/bcs";
import type { LedgerSummary, SummaryEntry } from "@ledger/state-store";
import { formatAddress, formatHash, TransactionSummary } from "@ledger/types";
import Type from "typebox";
import { versionPruned } from "../contract/error.ts";
import { optional } from "../contract/text-type.ts";
import { defineRoute } from "../endpoint/route.ts";
import { AddressSchema, HashSchema, limitText, U64Schema, u64Text } from "../schemas/scalar.ts";
import { addressParameter } from "./parameters.ts";

const SequenceNumberProtector = Type.Object(
  { type: Type.Literal("sequence_number"), sequence_number: U64Schema },
  { title: "ReplayProtectorSequenceNumber", description: "The transaction has a place in the sender's sequence." },
);
const NonceProtector = Type.Object(
  { type: Type.Literal("nonce"), nonce: U64Schema },
  { title: "ReplayProtectorNonce", description: "The transaction was orderless." },
);

const TransactionSummarySchema = Type.Object(
  {
    sender: AddressSchema,
    version: U64Schema,
    transaction_hash: HashSchema,
    replay_protector: Type.Union([SequenceNumberProtector, NonceProtector], {
      title: "ReplayProtector",
      description: "What prevents the transaction from being executed twice.",
      "x-discriminator": "type",
    }),
  },
  { title: "TransactionSummary", description: "A summary of a committed transaction." },
);

const SummariesBcs = vector(TransactionSummary);

/** `GET /accounts/{address}/transaction_summaries`: what an account sent, sequence-numbered and orderless alike. */
export const getAccountTransactionSummaries = defineRoute({
  id: "get_account_transaction_summaries",
  method: "GET",
  path: "/accounts/{address}/transaction_summaries",
  tag: "Transactions",
  summary: "Get account transaction summaries",
  description:
    "Returns summaries of committed transactions that an account sent, both those with a sequence number and orderless " +
    "ones, always ascending by version. With `start_version` the answer starts there; with only `end_version` it ends " +
    "there; with neither it holds the most recent ones. With both it starts at the one and stops at the other. An " +
    "account that never sent anything has none: that is not an error.",
  params: { address: addressParameter },
  query: {
    start_version: optional(u64Text, "Version that the answer starts from."),
    end_version: optional(u64Text, "Version that the answer ends at, inclusive."),
    limit: optional(limitText, "Maximum number of summaries in the answer; the default page size when absent."),
  },
  cache: "state",
  work: "bulk",
  windowed: true,
  handle: async ({ params, query }, { ledger, store, config }) => {
    const size = config.pageSizes.summaries;
    const limit = Math.min(query.limit ?? size.default, size.max);
    const range = versionRange(ledger, query.start_version, query.end_version);
    const found =
      limit === 0 || range === undefined ? [] : await store.listSummaries({ ...range, sender: params.address, limit });
    const value = found.filter(({ version }) => version >= ledger.oldestLedgerVersion);
    const { version, oldestLedgerVersion: listFrom } = ledger;
    return { value, listFrom, validator: `s${listFrom}-${version}` };
  },
  reply: {
    description: "The summaries, ascending by version.",
    json: {
      schema: Type.Array(TransactionSummarySchema),
      encode: (entries) => JSON.stringify(entries.map(summaryToJson)),
    },
    bcs: {
      description: "Vector of transaction summaries.",
      encode: (entries: readonly SummaryEntry[]) =>
        SummariesBcs.encode(
          entries.map(({ sender, version, hash, replayProtector }) => ({
            kind: "V1",
            value: { sender, version, transactionHash: hash, replayProtector },
          })),
        ),
    },
  },
  errors: ["version_pruned"],
  neverGiven: { 404: "An account that never sent anything has an empty list." },
  examples: [
    {
      ledger: "local",
      summary: "An account that sends both kinds",
      params: { address: "0x667f6002d9b7228fc0b248696ed1bdd9b7c1b41115977aabf74cedac9e874429" },
      query: { start_version: "76", limit: "2" },
      reply: [
        {
          sender: "0x667f6002d9b7228fc0b248696ed1bdd9b7c1b41115977aabf74cedac9e874429",
          version: "76",
          transaction_hash: "0xf8208ac57017e97328bce0672d25c6aae4172ad052fa47c35aa35199a94ee3f5",
          replay_protector: { type: "nonce", nonce: "3227731676554580716" },
        },
        {
          sender: "0x667f6002d9b7228fc0b248696ed1bdd9b7c1b41115977aabf74cedac9e874429",
          version: "111",
          transaction_hash: "0x4c77cbfe37ca2999f1f5511c5c750add72f0d4c2c39cc3724cfe3f762beb4c0d",
          replay_protector: { type: "sequence_number", sequence_number: "7" },
        },
      ],
    },
    { ledger: "mainnet", summary: "An account that has not sent anything", params: { address: "0x1" }, reply: [] },
  ],
});

/**
 * The versions to look at, within what this request's snapshot shows; `undefined` when there are none.
 * @throws ApiError `version_pruned`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#4.2 | Specification, REST API 4.2}
 */
function versionRange(ledger: LedgerSummary, start: bigint | undefined, end: bigint | undefined) {
  const last = end === undefined || end > ledger.version ? ledger.version : end;
  if (start === undefined) return { end: last };
  if (start < ledger.oldestLedgerVersion) throw versionPruned(start, ledger.oldestLedgerVersion);
  return start > last ? undefined : { start, end: last };
}

function summaryToJson({ sender, version, hash, replayProtector }: SummaryEntry): object {
  const member = replayProtector.kind === "Nonce" ? "nonce" : "sequence_number";
  return {
    sender: formatAddress(sender),
    version: version.toString(),
    transaction_hash: formatHash(hash),
    replay_protector: { type: member, [member]: replayProtector.value.toString() },
  };
}
