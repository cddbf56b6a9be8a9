import {
  bytesEqual,
  computeWaypoint,
  type EpochState,
  formatWaypoint,
  type LedgerInfo,
  type LedgerInfoWithSignatures,
  type Waypoint,
} from "@ledger/types";
import { SyncError } from "../refusal/sync-error.ts";
import { wrongWaypoint } from "../verify/verify-genesis.ts";
import { verifyLedgerInfo } from "./verify-ledger-info.ts";

/**
 * The trusted epochs of a network: starts at a trusted waypoint, and grows by one epoch-ending ledger info after the other,
 * each signed by the validators that the one before names.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#6.6 | Specification, ingest 6.6}
 */
export class EpochChain {
  readonly #waypoints: ReadonlyMap<bigint, Waypoint>;
  readonly #states = new Map<bigint, EpochState>();
  #latest: EpochState | undefined;

  /**
   * @param waypoints - trusted versions. The first ledger info must match one; at the versions of others the waypoint counts
   * in for the signature, which is needed where a network was repaired
   */
  constructor(waypoints: readonly Waypoint[]) {
    this.#waypoints = new Map(waypoints.map((waypoint) => [waypoint.version, waypoint]));
  }

  /** The latest epoch whose validators are known. */
  get latest(): EpochState | undefined {
    return this.#latest;
  }

  /**
   * Takes the next epoch-ending ledger info.
   *
   * @throws {@link SyncError} `invalid_signature`; `wrong_waypoint` where a waypoint of its version is another one;
   * `invalid_block` when it does not end the latest known epoch, or no waypoint and no earlier epoch vouches for it
   */
  accept(signed: LedgerInfoWithSignatures): void {
    const { ledgerInfo } = signed.value;
    const { epoch, version, nextEpochState } = ledgerInfo.commitInfo;
    if (nextEpochState === undefined || nextEpochState.epoch !== epoch + 1n) {
      throw notNext(version, "next_epoch", epoch + 1n, nextEpochState?.epoch ?? "none");
    }
    if (this.#latest !== undefined && epoch !== this.#latest.epoch) {
      throw notNext(version, "epoch", this.#latest.epoch, epoch);
    }
    if (!this.#matchWaypoint(ledgerInfo)) {
      if (this.#latest === undefined) throw notNext(version, "waypoint", "a trusted waypoint", "none");
      verifyLedgerInfo(signed, this.#latest);
    }
    this.#latest = nextEpochState;
    this.#states.set(nextEpochState.epoch, nextEpochState);
  }

  /**
   * Verifies any ledger info of a known epoch.
   *
   * @throws {@link SyncError} `invalid_signature`, also when the epoch is not known; `wrong_waypoint`
   */
  verify(signed: LedgerInfoWithSignatures): void {
    const { ledgerInfo } = signed.value;
    if (this.#matchWaypoint(ledgerInfo)) return;
    const { epoch, version } = ledgerInfo.commitInfo;
    const state = this.#states.get(epoch);
    if (state === undefined) {
      throw new SyncError("invalid_signature", "the validators of this epoch are unknown", {
        version,
        field: "epoch",
        expected: `at most ${this.#latest?.epoch ?? "none"}`,
        actual: String(epoch),
      });
    }
    verifyLedgerInfo(signed, state);
  }

  /** Returns true if a trusted waypoint vouches for a ledger info. */
  #matchWaypoint(ledgerInfo: LedgerInfo): boolean {
    const trusted = this.#waypoints.get(ledgerInfo.commitInfo.version);
    if (trusted === undefined) return false;
    const computed = computeWaypoint(ledgerInfo);
    if (bytesEqual(computed.value, trusted.value)) return true;
    throw wrongWaypoint(trusted.version, formatWaypoint(trusted), formatWaypoint(computed));
  }
}

function notNext(version: bigint, field: string, expected: bigint | string, actual: bigint | string): SyncError {
  return new SyncError("invalid_block", "the ledger info does not follow the known epochs", {
    version,
    field,
    expected: String(expected),
    actual: String(actual),
  });
}
