import { option, struct, u64 } from "@ledger/bcs";
import {
  bytesEqual,
  computeWaypoint,
  EpochState,
  formatWaypoint,
  HashValue,
  type LedgerInfo,
  Waypoint,
} from "@ledger/types";
import type { LedgerStep } from "../ledger-step.ts";
import { loadSignatures } from "../signed-root.ts";
import { inStep, VerificationError } from "../verification-error.ts";
import type { NodeRoot } from "./node-root.ts";

/** A ledger as far as it is trusted: from a waypoint on, each epoch was signed for by the one before. */
interface TrustedState {
  /** The waypoint that it began with. */
  readonly waypoint: Waypoint;
  /** The validators of the latest epoch that is known; absent while nothing but the waypoint is. */
  readonly epochState: EpochState | undefined;
  readonly root: NodeRoot | undefined;
}

const TrustedStateBcs = struct("TrustedState", {
  waypoint: Waypoint,
  epochState: option(EpochState),
  root: option(struct("NodeRoot", { ledgerVersion: u64, accumulatorRoot: HashValue, timestampUsecs: u64 })),
});

/** Roots of earlier signed ledger infos that are kept. */
const keptRoots = 64;

/**
 * What is trusted of a ledger on the word of its validators.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/proofs.md#3 | Specification, proofs 3}
 */
export class TrustedEpochs {
  #state: TrustedState;
  /** Roots that were signed, ascending. */
  readonly #roots: NodeRoot[] = [];

  /**
   * @param saved - what {@link TrustedEpochs.save} gave; what began with another waypoint, or does not decode, counts for nothing
   */
  constructor(waypoint: Waypoint, saved?: Uint8Array) {
    this.#state = restore(waypoint, saved) ?? { waypoint, epochState: undefined, root: undefined };
    if (this.#state.root !== undefined) this.#roots.push(this.#state.root);
  }

  /** The latest epoch whose validators are known. */
  get epoch(): bigint | undefined {
    return this.#state.epochState?.epoch;
  }

  /** Version of the first ledger info that is not known. */
  get since(): bigint {
    const { root, waypoint } = this.#state;
    return root === undefined ? waypoint.version : root.ledgerVersion + 1n;
  }

  /** The newest signed root at or below a version. */
  rootAt(version: bigint | undefined): NodeRoot | undefined {
    return this.#roots.findLast(({ ledgerVersion }) => version === undefined || ledgerVersion <= version);
  }

  save(): Uint8Array {
    return TrustedStateBcs.encode(this.#state);
  }

  /**
   * Takes a step. Ledger infos that are known already are passed over.
   *
   * @returns true if something new is trusted
   * @throws VerificationError `signature`: at the first ledger info that nothing vouches for; what came before it is kept
   */
  async accept({ epochChanges, latest }: LedgerStep): Promise<boolean> {
    const { since } = this;
    for (const encoded of epochChanges) await this.#take(encoded, true);
    if (latest !== undefined) await this.#take(latest, false);
    return this.since > since;
  }

  async #take(encoded: Uint8Array, mustEndEpoch: boolean): Promise<void> {
    const { decodeLedgerInfo, findSignatureFault } = await loadSignatures();
    const signed = inStep("signature", "a ledger info", () => decodeLedgerInfo(encoded));
    const { ledgerInfo } = signed.value;
    const { version, epoch, executedStateId, timestampUsecs, nextEpochState } = ledgerInfo.commitInfo;
    if (version < this.since) return;
    if (nextEpochState === undefined ? mustEndEpoch : nextEpochState.epoch !== epoch + 1n)
      throw refused(ledgerInfo, `does not end epoch ${epoch}`);
    const { waypoint, epochState } = this.#state;
    if (epochState === undefined) expectWaypoint(ledgerInfo, waypoint);
    else {
      const fault = findSignatureFault(signed, epochState);
      if (fault !== undefined)
        throw refused(ledgerInfo, `${fault.field}: expected ${fault.expected}, found ${fault.actual}`);
    }
    const root = { ledgerVersion: version, accumulatorRoot: executedStateId, timestampUsecs };
    this.#state = { waypoint, epochState: nextEpochState ?? epochState, root };
    this.#roots.push(root);
    if (this.#roots.length > keptRoots) this.#roots.shift();
  }
}

/** The waypoint alone vouches for the first ledger info: there are no validators yet whose signature would count. */
function expectWaypoint(ledgerInfo: LedgerInfo, trusted: Waypoint): void {
  const { version, nextEpochState } = ledgerInfo.commitInfo;
  if (version !== trusted.version || nextEpochState === undefined)
    throw refused(ledgerInfo, `is not the one of the waypoint ${formatWaypoint(trusted)}`);
  const waypoint = computeWaypoint(ledgerInfo);
  if (!bytesEqual(waypoint.value, trusted.value))
    throw refused(ledgerInfo, `has the waypoint ${formatWaypoint(waypoint)}, trusted is ${formatWaypoint(trusted)}`);
}

function restore(waypoint: Waypoint, saved: Uint8Array | undefined): TrustedState | undefined {
  if (saved === undefined) return undefined;
  try {
    const state = TrustedStateBcs.decode(saved);
    const isSame = state.waypoint.version === waypoint.version && bytesEqual(state.waypoint.value, waypoint.value);
    return isSame ? state : undefined;
  } catch {
    // Written by another release, or cut off: the waypoint is still there.
    return undefined;
  }
}

function refused({ commitInfo }: LedgerInfo, fault: string): VerificationError {
  return new VerificationError("signature", `the ledger info of version ${commitInfo.version} ${fault}`);
}
