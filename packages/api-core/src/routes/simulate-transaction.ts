import { JsonWriter } from "@ledger/move";
import { TransactionOnChainData, zeroHash } from "@ledger/types";
import Type from "typebox";
import { optional } from "../contract/text-type.ts";
import { simulatedState } from "../endpoint/context.ts";
import { defineRoute } from "../endpoint/route.ts";
import { booleanText } from "../schemas/scalar.ts";
import { SimulatedTransactionSchema } from "../schemas/transaction.ts";
import { viewAfter } from "../simulation/code-of-place.ts";
import { checkSender, simulate } from "../simulation/simulate.ts";
import { failedSimulation, writeSimulated } from "../simulation/simulated-transaction.ts";
import { signedCall } from "../submission/requested-call.ts";
import { buildSigned, signedTransactionBody, verifySigned } from "../submission/signed-request.ts";
import { unsignedTransfer } from "./examples/signed-transfers.ts";
import { simulatedTransfer } from "./examples/simulated-transfer.ts";

/** `POST /transactions/simulate`: what a transaction would do now. */
export const simulateTransaction = defineRoute({
  id: "simulate_transaction",
  method: "POST",
  path: "/transactions/simulate",
  tag: "Transactions",
  summary: "Simulate transaction",
  description:
    "Executes a transaction on the latest state without committing it, on a local network at the time of the next block, which a " +
    "header names. Signatures must not be valid: send zeros, or " +
    "`no_account_signature`. A transaction that could not be committed is answered with 200, `success` false and the status " +
    "in `vm_status`; where code failed in a line of source that is known, `failure` has it. Estimated amounts replace those of the request and are shown in the answer.",
  params: {},
  query: {
    estimate_max_gas_amount: optional(booleanText, "Use as much gas as the sender can pay for."),
    estimate_gas_unit_price: optional(booleanText, "Use the estimated gas price."),
    estimate_prioritized_gas_unit_price: optional(booleanText, "Use the estimated prioritized gas price."),
  },
  body: signedTransactionBody,
  cache: "never",
  work: "compute",
  metered: true,
  simulated: true,
  relayed: "when_unknown",
  enabledBy: "simulation",
  verify: ({ body }) => verifySigned(body),
  describeCall: ({ body }) => signedCall("simulation", body),
  handle: async ({ query, body }, context) => {
    // Before anything that another node may be asked for.
    checkSender(body.kind === "bcs" ? body.transaction.rawTxn.sender : body.request.sender, context);
    const simulated = await simulate(
      await buildSigned(body, context),
      {
        gasUnitPrice: query.estimate_gas_unit_price === true,
        prioritizedGasUnitPrice: query.estimate_prioritized_gas_unit_price === true,
        maxGasAmount: query.estimate_max_gas_amount === true,
      },
      context,
    );
    const { error, info } = simulated;
    const place = simulatedState(context, undefined);
    const view = viewAfter(simulated, place, context);
    const codeFailure = error && (await context.machine.describe(error, place));
    const failedCall = await failedSimulation(simulated, view);
    const { gasUsed } = info;
    const { timestampUsecs: simulatedUsecs } = simulated;
    return { value: { ...simulated, view, codeFailure }, gasUsed, simulatedUsecs, failedCall };
  },
  reply: {
    description: "The transaction with what it would do, in an array of its own.",
    json: {
      schema: Type.Array(SimulatedTransactionSchema),
      encode: async (simulated) => {
        const output = new JsonWriter({ capacity: 16 * 1024 });
        output.beginArray();
        await writeSimulated(output.item(), simulated.view, simulated, simulated.codeFailure);
        output.endArray();
        return output.view();
      },
    },
    bcs: {
      description: "The transaction with its info, events, accumulator root and write set; hashes are zero.",
      encode: ({ transaction, version, hash, info, events, writeSet }) =>
        TransactionOnChainData.encode({
          version,
          transaction: { kind: "UserTransaction", value: transaction },
          info: {
            kind: "V0",
            value: {
              ...info,
              transactionHash: hash,
              eventRootHash: zeroHash,
              stateChangeHash: zeroHash,
              stateCheckpointHash: undefined,
              auxiliaryInfoHash: undefined,
            },
          },
          events,
          accumulatorRootHash: zeroHash,
          changes: writeSet,
        }),
    },
  },
  errors: ["invalid_input", "vm_error", "rejected_by_filter", "account_not_found", "version_pruned", "mempool_is_full"],
  neverGiven: { 507: "A simulation takes no room." },
  // The filter refuses.
  unusualErrors: { 403: "invalid_input" },
  examples: [
    {
      ledger: "local",
      summary: "A transfer without a signature",
      body: unsignedTransfer,
      reply: simulatedTransfer,
    },
  ],
});
