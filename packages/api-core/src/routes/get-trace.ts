import { formatHash, TransactionInfo } from "@ledger/types";
import Type from "typebox";
import { defineRoute } from "../contract/route.ts";
import { optional, required } from "../contract/text-type.ts";
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
    "there are `gas_scale` in a gas unit. This operation is this node's own.",
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
            description: "Whether it had the same effects as in the ledger: writes, events and gas.",
          }),
          ...effectMembers,
          format: TraceFormatSchema,
          trace: Type.String({ description: "The trace, in its format." }),
        },
        { title: "TransactionTrace", description: "What a committed transaction did when it was executed again." },
      ),
      encode: ({ record, output, trace, isSame, balanceChanges, gasScale, format }) =>
        JSON.stringify({
          version: `${record.version}`,
          hash: formatHash(TransactionInfo.decode(record.info).value.transactionHash),
          gas_used: `${output.gasUsed}`,
          gas_scale: `${gasScale}`,
          is_same: isSame,
          ...effects(balanceChanges, output.prints),
          format,
          trace: traceAs(trace, format),
        }),
    },
  },
  errors: ["invalid_input", "transaction_not_found", "version_not_found", "version_pruned", "bcs_not_supported"],
  examples: [],
});
