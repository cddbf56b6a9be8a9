import { Transaction } from "@ledger/types";
import { changeOf } from "../runtime/write-set.ts";
import { LedgerState } from "../state/ledger-state.ts";
import { Session } from "../state/session.ts";
import { initializeAccounts } from "./accounts.ts";
import { initializeAssets } from "./assets.ts";
import { initializeChain, initializeValidator } from "./chain.ts";
import { publishPackages } from "./packages.ts";
import { initializeShop } from "./shop.ts";

/** Genesis with the state that it leaves. */
export interface DevnetGenesis {
  /** BCS of the genesis transaction. */
  readonly blob: Uint8Array;
  readonly state: LedgerState;
}

let knownBlob: Uint8Array | undefined;

/** Makes genesis: the same bytes every time, and a state that is the caller's own. */
export function createGenesis(): DevnetGenesis {
  const state = new LedgerState();
  const session = new Session(state);
  publishPackages(session);
  initializeChain(session);
  initializeAssets(session);
  initializeValidator(session);
  initializeAccounts(session);
  initializeShop(session);
  const { writeSet, apply } = changeOf(session, state, { kind: "genesis" });
  apply();
  const { events } = session;
  const blob = Transaction.encode({
    kind: "GenesisTransaction",
    value: { kind: "Direct", value: { writeSet, events } },
  });
  knownBlob ??= blob;
  return { blob, state };
}

/**
 * The genesis of the development ledger: BCS of its genesis transaction, as the genesis file of a network holds it. Chain id 4;
 * the same bytes every time.
 *
 * @returns an array that callers share: do not write to it
 * @example
 * ```ts
 * const { chainId } = deriveGenesis(buildDevnetGenesis()); // 4
 * ```
 */
export function buildDevnetGenesis(): Uint8Array {
  return knownBlob ?? createGenesis().blob;
}
