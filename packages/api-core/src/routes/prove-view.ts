import { JsonWriter } from "@ledger/move";
import { formatEntryFunctionId } from "@ledger/types";
import { moveView, requestedState } from "../endpoint/context.ts";
import { defineRoute } from "../endpoint/route.ts";
import { stateProofReply } from "../proofs/prove-state.ts";
import { proveReads } from "../proofs/recorded-reads.ts";
import { checkViewFilter } from "../view/view-filter.ts";
import { writeResults } from "../view/view-request.ts";
import { chainIdWitness, knownGasSchedule } from "./examples/chain-id-witness.ts";
import { witnessParameters } from "./parameters.ts";
import { calledView, readCall, verifyView, viewBody } from "./view.ts";

/** `POST /proofs/view`: the state that a view function reads, proved, so that the client can run it. */
export const proveView = defineRoute({
  id: "prove_view",
  method: "POST",
  path: "/proofs/view",
  tag: "Proofs",
  summary: "Prove what a view function reads",
  description:
    "Calls a view function as `/view` does, and returns in place of its results all state that the call has read, code too, with a " +
    "multiproof: a client that runs the function on it has results that this node cannot forge. A call that fails is answered in the same " +
    "way, with what it read until then.",
  params: {},
  query: witnessParameters,
  body: viewBody,
  cache: "never",
  work: "compute",
  verify: ({ body }) => verifyView(body),
  describeCall: ({ body }) => ({ kind: "view", function: formatEntryFunctionId(calledView(body)) }),
  handle: async ({ query, body }, context) => {
    checkViewFilter(context.config.viewFilter, calledView(body));
    return proveReads(context, query, async (run, version) => {
      const place = requestedState(run, undefined);
      const code = moveView(run, version);
      const call = await readCall(body, code);
      const { results } = await run.machine.view(call, { ...place, maxGasUnits: run.config.maxViewGas });
      await writeResults(new JsonWriter(), code, results);
    });
  },
  reply: stateProofReply,
  errors: ["invalid_input", "version_not_found", "version_pruned"],
  // The filter refuses.
  unusualErrors: { 403: "invalid_input" },
  examples: [
    {
      ledger: "mainnet",
      summary: "The state that the chain id is read from",
      query: { ledger_version: "0", known: knownGasSchedule },
      body: { function: "0x1::chain_id::get", type_arguments: [], arguments: [] },
      reply: chainIdWitness,
    },
  ],
});
