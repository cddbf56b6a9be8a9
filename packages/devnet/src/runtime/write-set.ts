import { decodeStateKey, type StateKey, type StateValueMetadata, type WriteOp, type WriteSet } from "@ledger/types";
import type { LedgerState } from "../state/ledger-state.ts";
import type { Session } from "../state/session.ts";
import type { Slot } from "../state/slot.ts";

/** Octas that a new state value costs, and each of its bytes; given back when it is removed. */
const SLOT_DEPOSIT = 40_000n;
const BYTE_DEPOSIT = 40n;

/** Who makes state values: genesis ones carry no metadata, those of the system no deposit. */
export type Origin = { readonly kind: "genesis" } | { readonly kind: "system" | "user"; readonly nowUsecs: bigint };

/** What a transaction did to the state. */
export interface StateChange {
  readonly writeSet: WriteSet;
  /** Octas for new state values. */
  readonly deposits: bigint;
  /** Octas for removed ones. */
  readonly refunds: bigint;
  /** Makes the change. */
  apply(): void;
}

/** Compares what a session would write with the state, without changing the state. */
export function changeOf(session: Session, state: LedgerState, origin: Origin): StateChange {
  const ops = new Map<StateKey, WriteOp>();
  const slots: [Uint8Array, Slot | undefined][] = [];
  let deposits = 0n;
  let refunds = 0n;
  for (const { key, value } of session.writes) {
    const before = state.find(key);
    if (before === undefined && value === undefined) continue;
    if (before !== undefined && value === undefined) refunds += depositOf(before.metadata);
    const metadata = before === undefined ? newMetadata(origin, value?.length ?? 0) : before.metadata;
    if (before === undefined) deposits += depositOf(metadata);
    ops.set(decodeStateKey(key), writeOp(before, value, metadata));
    slots.push([key, value && { value, metadata }]);
  }
  return {
    writeSet: { kind: "V0", value: ops },
    deposits,
    refunds,
    apply: () => {
      for (const [key, slot] of slots) state.put(key, slot);
    },
  };
}

function writeOp(
  before: Slot | undefined,
  value: Uint8Array | undefined,
  metadata: StateValueMetadata | undefined,
): WriteOp {
  if (value === undefined) {
    return metadata === undefined ? { kind: "Deletion" } : { kind: "DeletionWithMetadata", value: { metadata } };
  }
  const kind = before === undefined ? "Creation" : "Modification";
  return metadata === undefined ? { kind, value } : { kind: `${kind}WithMetadata`, value: { data: value, metadata } };
}

function newMetadata(origin: Origin, size: number): StateValueMetadata | undefined {
  if (origin.kind === "genesis") return undefined;
  const creationTimeUsecs = origin.nowUsecs;
  if (origin.kind === "system") return { kind: "V0", value: { deposit: 0n, creationTimeUsecs } };
  return {
    kind: "V1",
    value: { slotDeposit: SLOT_DEPOSIT, bytesDeposit: BYTE_DEPOSIT * BigInt(size), creationTimeUsecs },
  };
}

function depositOf(metadata: StateValueMetadata | undefined): bigint {
  if (metadata === undefined) return 0n;
  return metadata.kind === "V0" ? metadata.value.deposit : metadata.value.slotDeposit + metadata.value.bytesDeposit;
}
