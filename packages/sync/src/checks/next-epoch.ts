import { BcsError, u64 } from "@ledger/bcs";
import {
  bytesEqual,
  Configuration,
  type ContractEvent,
  frameworkKey,
  isNewEpochEvent,
  type StateWrite,
} from "@ledger/types";
import { expectBlock } from "../refusal/expect.ts";
import { SyncError } from "../refusal/sync-error.ts";

/**
 * The epoch that events announce: by the handle event, the module event, or both.
 *
 * @returns `undefined` when none does
 * @throws {@link SyncError} `invalid_block` when they name different epochs, `invalid_record` when one does not decode
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5.7 | Specification, ingest 5.7}
 */
export function findNextEpoch(version: bigint, events: readonly ContractEvent[]): bigint | undefined {
  let epoch: bigint | undefined;
  for (const event of events) {
    if (!isNewEpochEvent(event)) continue;
    const announced = decodeEpoch(version, event.value.data);
    if (epoch !== undefined) expectBlock("next_epoch", version, epoch, announced);
    epoch = announced;
  }
  return epoch;
}

const configurationKey = frameworkKey("reconfiguration", "Configuration");

/**
 * The epoch that writes begin: the framework writes its configuration then, and at no other time.
 *
 * @returns `undefined` where they begin none
 * @throws {@link SyncError} `invalid_record` when the configuration does not decode
 */
export function findWrittenEpoch(version: bigint, writes: readonly StateWrite[]): bigint | undefined {
  const value = writes.find(({ key }) => bytesEqual(key, configurationKey))?.value;
  if (value === undefined) return undefined;
  try {
    return Configuration.decode(value).epoch;
  } catch (cause) {
    if (!(cause instanceof BcsError)) throw cause;
    throw new SyncError("invalid_record", "the configuration does not decode", { version, field: "write_set", cause });
  }
}

function decodeEpoch(version: bigint, data: Uint8Array): bigint {
  try {
    return u64.decode(data);
  } catch (cause) {
    if (!(cause instanceof BcsError)) throw cause;
    throw new SyncError("invalid_record", "the epoch event does not decode", { version, field: "events", cause });
  }
}
