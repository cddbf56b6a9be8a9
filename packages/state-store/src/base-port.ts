import type { AccumulatorFrontierState } from "@ledger/types";

/**
 * Where a ledger begins that is not held from version 0 on, and what is known of the state before. A store is given its
 * base once, before the first commit, see `LedgerStore.begin`.
 */
export interface LedgerBase {
  /** First version of the ledger, above 0: the first of a block. Its base state is that of the version before. */
  readonly version: bigint;
  /** Height of the block that begins there. */
  readonly blockHeight: bigint;
  /** The accumulator over everything before; absent where it is not known: then no batch of the ledger carries one. */
  readonly frontier: AccumulatorFrontierState | undefined;
  readonly state: BaseState;
}

/**
 * What the base values of a ledger are.
 *
 * - `whole`: all of the base state, so a key without one did not exist
 * - `partial`: some of it. Nothing is known of a key without one until it is written: reads of it throw `state_unknown`
 */
export type BaseState = "whole" | "partial";

/**
 * What is known of one key in the state before a ledger's first version. A whole base holds proved values only; the other
 * kinds, and names of nodes that reported a value without proof, belong to a partial base.
 */
export type BaseValue = BaseValueFound | BaseValueMissing;

/** A key that had a value. */
export interface BaseValueFound {
  readonly kind: "value";
  /** Encoded state key. */
  readonly key: Uint8Array;
  readonly value: Uint8Array;
  /** BCS of `StateValueMetadata`, when the value has it. */
  readonly metadata: Uint8Array | undefined;
  /** The node that reported it without proof. At most 255 bytes of UTF-8. */
  readonly origin?: string | undefined;
}

/**
 * A key without a value.
 *
 * - `absent`: the key did not exist
 * - `lost`: its value can no longer be found out, so reads before the key's first write throw `state_unavailable`
 */
export interface BaseValueMissing {
  readonly kind: "absent" | "lost";
  /** Encoded state key. */
  readonly key: Uint8Array;
  /** The node that reported it without proof. At most 255 bytes of UTF-8. */
  readonly origin?: string | undefined;
}
