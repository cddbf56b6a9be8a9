import { vector } from "@ledger/bcs";
import { ContractEvent, type HashValue, hexToBytes, type LedgerRecord, parseHash } from "@ledger/types";
import { readVectorJson } from "@ledger/vectors";

interface TestnetCase {
  readonly version: string | number;
  readonly transaction: string;
  readonly transaction_info: string;
  readonly events: readonly string[];
  readonly write_set: string;
  readonly accumulator_root: string;
  readonly state_checkpoint_hash: string | null;
}

/** A real record with the state root that the chain published for it. */
export interface TestnetRecord extends LedgerRecord {
  readonly stateRoot: HashValue | undefined;
}

/** Versions 1 to 3 of the test network, as the chain has them. */
export function readTestnetRecords(): TestnetRecord[] {
  const cases = readVectorJson<readonly TestnetCase[]>("chain/testnet_0_3.json");
  return cases.slice(1).map((entry) => ({
    version: BigInt(entry.version),
    transaction: hexToBytes(entry.transaction),
    info: hexToBytes(entry.transaction_info),
    events: joinEvents(entry.events),
    writeSet: hexToBytes(entry.write_set),
    accumulatorRoot: parseHash(entry.accumulator_root),
    stateRoot: entry.state_checkpoint_hash === null ? undefined : parseHash(entry.state_checkpoint_hash),
  }));
}

function joinEvents(events: readonly string[]): Uint8Array {
  return vector(ContractEvent).encode(events.map((event) => ContractEvent.decode(hexToBytes(event))));
}
