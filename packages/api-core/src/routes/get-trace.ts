import { formatHash, TransactionInfo } from "@ledger/types";
import Type from "typebox";
import { optional, required } from "../contract/text-type.ts";
import { defineRoute } from "../endpoint/route.ts";
import { HashSchema, U64Schema, u64Text } from "../schemas/scalar.ts";
import { replay } from "../simulation/replay.ts";
import { traceAs } from "../simulation/run-simulation.ts";
import { TraceFormatSchema, traceFormatText } from "../simulation/steps.ts";
import { effectMembers, effects } from "../simulation/write-simulation.ts";

/** `GET /-/trace/{txn_version}`: what a committed transaction called, read, wrote and paid for. */
export const getTrace = defineRoute({
  id: "get_trace",
  method: "GET",
  path: "/-/trace/{txn_version}",
  tag: "Transactions",
  summary: "Trace a transaction",
  description:
    "Executes a committed user transaction again, on the state that it had then, and says what it called, read, wrote and paid for. " +
    "The state of the version before must still be kept. The gas of the trace adds up to `gas_used`, in internal units of which " +
    "there are `gas_scale` in a gas unit. This operation is specific to this node.",
  params: { txn_version: required(u64Text, "Ledger version of the transaction.") },
  query: { format: optional(traceFormatText, "Form of the trace; `text` when absent.") },
  cache: "never",
  work: "compute",
  enabledBy: "simulation",
  handle: async ({ params, query }, context) => ({
    value: { ...(await replay(params.txn_version, context)), format: query.format ?? ("text" as const) },
  }),
  reply: {
    description: "The trace.",
    json: {
      schema: Type.Object(
        {
          version: U64Schema,
          hash: HashSchema,
          gas_used: U64Schema,
          gas_scale: U64Schema,
          is_same: Type.Boolean({
            description: "Whether the execution had the same writes, events and gas as in the ledger.",
          }),
          ...effectMembers,
          format: TraceFormatSchema,
          trace: Type.String({ description: "The trace, in its format." }),
        },
        { title: "TransactionTrace", description: "What a committed transaction did when it was executed again." },
      ),
      encode: ({ record, output, trace, isSame, balanceChanges, failure, gasScale, format }) =>
        JSON.stringify({
          version: `${record.version}`,
          hash: formatHash(TransactionInfo.decode(record.info).value.transactionHash),
          gas_used: `${output.gasUsed}`,
          gas_scale: `${gasScale}`,
          is_same: isSame,
          ...effects(balanceChanges, output.prints, failure),
          format,
          trace: traceAs(trace, format),
        }),
    },
  },
  errors: ["invalid_input", "transaction_not_found", "version_not_found", "version_pruned", "bcs_not_supported"],
  examples: [
    {
      ledger: "local",
      summary: "A transfer",
      params: { txn_version: "14" },
      reply: {
        version: "14",
        hash: "0xf523d2a4fec8c9e3035b532bb2b40f8d1284541aaf1f1e197a6921e5670664ce",
        gas_used: "542",
        gas_scale: "1000000",
        is_same: true,
        balance_changes: [
          {
            owner: "0x524fae821b36f5deb7dfbcd54287d221d2ed49725b39b70fe1c6878abdc8113d",
            store: "0x20bdc66af6df0d729ce875aef1a5852c0685e72964e0eb0cb852e1ba1b4f048a",
            asset: "0xa",
            before: "0",
            after: "10000000000",
          },
          {
            owner: "0xcafe",
            store: "0xe0185f4b5f826f407f026920e7335961c4836248ad87accf8e758748498dc398",
            asset: "0xa",
            before: "92999998553000",
            after: "92989998498800",
          },
        ],
        prints: [],
        format: "text",
        trace:
          "prologue: 0 gas, 0 instructions\n  read module 0x1::transaction_validation: 5502 bytes\n  read module 0x1::option: 1824 bytes\n  0x1::transaction_validation::unified_prologue_v2: 0 gas, 15 instructions\n    0x1::transaction_validation::prologue_common: 0 gas, 89 instructions\n      read module 0x1::signer: 170 bytes\n      read module 0x1::timestamp: 823 bytes\n      read module 0x1::chain_id: 346 bytes\n…",
      },
    },
  ],
});
