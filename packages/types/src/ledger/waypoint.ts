import { type Codec, option, struct, u64 } from "@ledger/bcs";
import { TypesError } from "../errors.ts";
import { HashValue } from "../hash-value.ts";
import { hashInDomain } from "../hashing/domain.ts";
import { bytesToHex, hexToBytes } from "../text/hex.ts";
import { parseU64 } from "../text/number.ts";
import { EpochState } from "./epoch-state.ts";
import type { LedgerInfo } from "./ledger-info.ts";

/** A point of the ledger that one trusts: what the network is, in 40 bytes. */
export interface Waypoint {
  readonly version: bigint;
  /** Hash of the ledger info at that version, without its round, block id and consensus data. */
  readonly value: HashValue;
}

/** BCS of {@link Waypoint}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#6 | Specification, chain types 6} */
export const Waypoint: Codec<Waypoint> = struct("Waypoint", { version: u64, value: HashValue });

const waypointText = /^([0-9]{1,20}):([0-9a-fA-F]{64})$/;

/**
 * Reads the text of a waypoint: decimal version, colon, 64 hex digits without `0x`; nothing around it.
 *
 * @throws {@link TypesError} `invalid_waypoint`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#6 | Specification, chain types 6}
 */
export function parseWaypoint(text: string): Waypoint {
  const [, version, hash] = waypointText.exec(text) ?? [];
  if (version === undefined || hash === undefined) {
    throw new TypesError("invalid_waypoint", "invalid waypoint: not of the form VERSION:HASH with 64 hex digits");
  }
  try {
    return { version: parseU64(version), value: hexToBytes(hash) as HashValue };
  } catch (cause) {
    throw new TypesError("invalid_waypoint", "invalid waypoint: the version is not a u64", { cause });
  }
}

/** The text of a waypoint, e.g. `0:6072b6…84c4`. */
export function formatWaypoint({ version, value }: Waypoint): string {
  return `${version}:${bytesToHex(value)}`;
}

const Ledger2WaypointConverter = struct("Ledger2WaypointConverter", {
  epoch: u64,
  rootHash: HashValue,
  version: u64,
  timestampUsecs: u64,
  nextEpochState: option(EpochState),
});

/**
 * The waypoint of a ledger info. Published waypoints name infos that end an epoch.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#13 | Specification, chain types 13}
 */
export function computeWaypoint({ commitInfo }: LedgerInfo): Waypoint {
  const { epoch, executedStateId, version, timestampUsecs, nextEpochState } = commitInfo;
  const bytes = Ledger2WaypointConverter.encode({
    epoch,
    rootHash: executedStateId,
    version,
    timestampUsecs,
    nextEpochState,
  });
  return { version, value: hashInDomain("Ledger2WaypointConverter", bytes) };
}
