import { vector } from "@ledger/bcs";
import type { CommitRecord } from "@ledger/state-store";
import { createMemoryStore, type MemoryStore } from "@ledger/state-store/memory";
import { AccumulatorFrontier, ContractEvent, deriveGenesis, EventKey, eventTopics, zeroHash } from "@ledger/types";
import { type Network, readVectorBytes } from "@ledger/vectors";

/** A memory store that holds version 0 of a network. */
export function openGenesisStore(network: Network): MemoryStore {
  return commitGenesis(readVectorBytes(`genesis/${network}.genesis.blob`));
}

/** A memory store that holds the ledger a genesis blob begins. */
function commitGenesis(blob: Uint8Array): MemoryStore {
  const genesis = deriveGenesis(blob);
  const { record } = genesis;
  const events = vector(ContractEvent).decode(record.events);
  const committed: CommitRecord = {
    ...record,
    hash: genesis.transactionHash,
    writes: genesis.writes.map(({ key, value, metadata }) => ({ key, value, metadata })),
    user: undefined,
    handleEvents: events.flatMap((event, index) =>
      event.kind === "V1"
        ? [{ key: EventKey.encode(event.value.key), sequenceNumber: event.value.sequenceNumber, index }]
        : [],
    ),
    topics: eventTopics(events, undefined),
  };
  const frontier = new AccumulatorFrontier("TransactionAccumulator", { leafCount: 0n, roots: [] });
  frontier.append(record.accumulatorRoot);
  const store = createMemoryStore();
  store.commit({
    identity: { chainId: genesis.chainId, genesisHash: genesis.transactionHash },
    blocks: [
      {
        height: 0n,
        hash: zeroHash,
        epoch: 0n,
        round: 0n,
        timestampUsecs: 0n,
        firstVersion: 0n,
        lastVersion: 0n,
        records: [committed],
      },
    ],
    frontier: { leafCount: frontier.leafCount, roots: frontier.roots },
  });
  return store;
}
