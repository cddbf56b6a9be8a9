import { BcsError, u64 } from "@ledger/bcs";
import { type ContractEvent, isNewEpochEvent } from "@ledger/types";
import { expectBlock } from "../refusal/expect.ts";
import { SyncError } from "../refusal/sync-error.ts";

/**
 * The epoch that events announce: by the handle event, the module event, or both.
 *
 * @returns `undefined` when none does
 * @throws {@link SyncError} `invalid_block` when they name different epochs, `invalid_record` when one does not decode
 * @see Ledger specification, ingest §5.7
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

function decodeEpoch(version: bigint, data: Uint8Array): bigint {
  try {
    return u64.decode(data);
  } catch (cause) {
    if (!(cause instanceof BcsError)) throw cause;
    throw new SyncError("invalid_record", "the epoch event does not decode", { version, field: "events", cause });
  }
}
