import { JsonWriter, type MoveView } from "@ledger/move";
import type { LedgerReader } from "@ledger/state-store";
import { formatEntryFunctionId, formatHash, mapKey, parseHash } from "@ledger/types";
import { environmentKeys } from "@ledger/vm";
import Type from "typebox";
import { ApiError } from "../contract/error.ts";
import { optional, type TextType } from "../contract/text-type.ts";
import type { RequestContext } from "../endpoint/context.ts";
import { defineRoute } from "../endpoint/route.ts";
import { proveState, stateProofReply } from "../proofs/prove-state.ts";
import { findProvedBlock, openTree } from "../proofs/proved.ts";
import { checkViewFilter } from "../view/view-filter.ts";
import { writeResults } from "../view/view-request.ts";
import { chainIdWitness, knownGasSchedule } from "./examples/chain-id-witness.ts";
import { provedVersions } from "./parameters.ts";
import { calledView, type EitherRequest, readCall, verifyView, viewBody } from "./view.ts";

/** Most hashes that an address names. */
const maxKnown = 100;

const knownText: TextType<ReadonlySet<string>> = {
  schema: Type.String({ title: "KnownValues", description: "Hashes in hex, joined by commas." }),
  parse(text) {
    const hashes = text.split(",");
    if (hashes.length > maxKnown) throw new RangeError(`${hashes.length} hashes are too many: at most ${maxKnown}`);
    return new Set(hashes.map((hash) => formatHash(parseHash(hash))));
  },
};

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
  query: {
    ...provedVersions,
    known: optional(
      knownText,
      "Up to 100 hashes of values that the client has, joined by commas: the answer names them by `value_hash` in place of `value`.",
    ),
  },
  body: viewBody,
  cache: "never",
  work: "compute",
  verify: ({ body }) => verifyView(body),
  describeCall: ({ body }) => ({ kind: "view", function: formatEntryFunctionId(calledView(body)) }),
  handle: async ({ query, body }, context) => {
    checkViewFilter(context.config.viewFilter, calledView(body));
    const found = await findProvedBlock(context, await openTree(context), query.ledger_version, query.root_version);
    const ledgerVersion = found.block.lastVersion;
    const keys = await readsOf(body, context, ledgerVersion);
    const terms = { ledgerVersion, rootVersion: found.rootVersion, known: query.known };
    return { value: await proveState(context, keys, terms) };
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

/** Runs a call, and lists the keys that it reads, those for its arguments and for the JSON of its results too. */
async function readsOf(body: EitherRequest, context: RequestContext, version: bigint): Promise<Uint8Array[]> {
  const keys = new Map(Object.values(environmentKeys).map((key) => [mapKey(key), key]));
  const store: Pick<LedgerReader, "readState"> = {
    readState(at, key) {
      keys.set(mapKey(key), key.slice());
      return context.store.readState(at, key);
    },
  };
  // Code that was seen before is read again, so that it is listed.
  const view = context.code.tracking(store).viewAt(version, context.ledger);
  try {
    await run(body, view, { ...context, version, store });
  } catch (error) {
    // The client meets the same fault in the same state.
    if (!(error instanceof ApiError) || error.code !== "invalid_input") throw error;
  }
  return [...keys.values()];
}

async function run(
  body: EitherRequest,
  view: MoveView,
  place: Pick<RequestContext, "config" | "defer" | "ledger" | "machine" | "signal"> & {
    readonly version: bigint;
    readonly store: Pick<LedgerReader, "readState">;
  },
): Promise<void> {
  const { version, store, defer, signal, ledger, config } = place;
  const { results } = await place.machine.view(await readCall(body, view), {
    ...{ store, version, defer, signal },
    incarnation: ledger.incarnation,
    codeEra: undefined,
    maxGasUnits: config.maxViewGas,
  });
  await writeResults(new JsonWriter(), view, results);
}
