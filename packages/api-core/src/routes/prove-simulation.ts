import { JsonWriter } from "@ledger/move";
import { optional } from "../contract/text-type.ts";
import { simulatedState } from "../endpoint/context.ts";
import { defineRoute } from "../endpoint/route.ts";
import { stateProofReply } from "../proofs/prove-state.ts";
import { proveReads } from "../proofs/recorded-reads.ts";
import { booleanText } from "../schemas/scalar.ts";
import { viewAfter } from "../simulation/code-of-place.ts";
import { checkSender, simulate } from "../simulation/simulate.ts";
import { writeSimulated } from "../simulation/simulated-transaction.ts";
import { signedCall } from "../submission/requested-call.ts";
import { buildSigned, signedTransactionBody, verifySigned } from "../submission/signed-request.ts";
import { knownToPoor, poorTransfer, poorTransferWitness } from "./examples/simulation-witness.ts";
import { witnessParameters } from "./parameters.ts";

/** `POST /proofs/simulate`: the state that a transaction reads, proved, so that the client can simulate it. */
export const proveSimulation = defineRoute({
  id: "prove_simulation",
  method: "POST",
  path: "/proofs/simulate",
  tag: "Proofs",
  summary: "Prove what a transaction reads",
  description:
    "Executes a transaction as `/transactions/simulate` does, on the state of a block's end and at its time, and returns in place of its " +
    "outcome all state that it has read, code too, with a multiproof: a client that simulates it on that state has an outcome and gas that " +
    "this node cannot forge. Prices are not estimated: no state proves an estimate.",
  params: {},
  query: {
    ...witnessParameters,
    estimate_max_gas_amount: optional(booleanText, "Use as much gas as the sender can pay for."),
  },
  body: signedTransactionBody,
  cache: "never",
  work: "compute",
  enabledBy: "simulation",
  verify: ({ body }) => verifySigned(body),
  describeCall: ({ body }) => signedCall("simulation", body),
  handle: async ({ query, body }, context) => {
    checkSender(body.kind === "bcs" ? body.transaction.rawTxn.sender : body.request.sender, context);
    return proveReads(context, query, async (run) => {
      const estimates = {
        gasUnitPrice: false,
        prioritizedGasUnitPrice: false,
        maxGasAmount: query.estimate_max_gas_amount === true,
      };
      const simulated = await simulate(await buildSigned(body, run), estimates, run);
      await writeSimulated(new JsonWriter(), viewAfter(simulated, simulatedState(run, undefined), run), simulated);
    });
  },
  reply: stateProofReply,
  errors: ["invalid_input", "version_not_found", "version_pruned"],
  // The filter refuses.
  unusualErrors: { 403: "invalid_input" },
  examples: [
    {
      ledger: "mainnet",
      summary: "The state that a transaction with too little gas reads",
      query: { ledger_version: "0", known: knownToPoor },
      body: poorTransfer,
      reply: poorTransferWitness,
    },
  ],
});
