import type { LedgerReader } from "@ledger/state-store";
import { mapKey } from "@ledger/types";
import type { StateAnswer } from "@ledger/verifier";
import { environmentKeys } from "@ledger/vm";
import { ApiError } from "../contract/error.ts";
import type { RequestContext, RunContext } from "../endpoint/context.ts";
import type { Outcome } from "../endpoint/route.ts";
import { type KnownHashes, proveStateAt } from "./prove-state.ts";
import { findProofPlace } from "./proved.ts";

/** Versions of a witness, and the values that the client has. */
export interface WitnessQuery {
  readonly ledger_version: bigint | undefined;
  readonly root_version: bigint | undefined;
  readonly known: KnownHashes | undefined;
}

/**
 * Runs code on the state at the end of a block, and proves all state that it reads.
 *
 * @param run - is given a ledger that ends with that block, at its time, and the block's last version
 * @throws ApiError as {@link findProofPlace} and {@link proveStateAt}
 */
export async function proveReads(
  context: RequestContext,
  query: WitnessQuery,
  run: (context: RunContext, version: bigint) => Promise<void>,
): Promise<Outcome<StateAnswer>> {
  const place = await findProofPlace(context, { ledgerVersion: query.ledger_version, rootVersion: query.root_version });
  const { version } = place;
  const { store, ledger, machine } = context;
  // Calls one after the other read mostly the same: the code, and the rules in force.
  const readState = machine.reader({ store, version, incarnation: ledger.incarnation });
  const keys = await recordReads({ ...context, store: { readState } }, version, (ran) => run(ran, version));
  return { value: await proveStateAt(context, keys, place, query.known, readState) };
}

/**
 * Runs code on the state after a version, and lists the keys that it reads: those of the rules in force, of code, of arguments and of the JSON of
 * results too.
 *
 * @param run - is given a ledger that ends at the version, at its time
 * @returns encoded state keys; of a run that the request fails, those until then, since the client meets the same fault in the same state
 */
async function recordReads(
  context: RunContext,
  version: bigint,
  run: (context: RunContext) => Promise<void>,
): Promise<Uint8Array[]> {
  const keys = new Map(Object.values(environmentKeys).map((key) => [mapKey(key), key]));
  const store: Pick<LedgerReader, "readState"> = {
    readState(at, key) {
      keys.set(mapKey(key), key.slice());
      return context.store.readState(at, key);
    },
  };
  const ledger = { ...context.ledger, version };
  try {
    // Code that was seen before is read again, so that it is listed.
    await run({ ...context, ledger, store, code: context.code.tracking(store), blockClock: undefined });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "invalid_input") throw error;
  }
  return [...keys.values()];
}
