import { u64 } from "@ledger/bcs";
import {
  type BlockMetadata,
  type BlockMetadataExt,
  bytesEqual,
  type ContractEvent,
  frameworkAddress,
  type HashValue,
  isNewEpochEvent,
  type Transaction,
  writeOpData,
} from "@ledger/types";
import { flip, type Lie, type Parts, withData } from "./lie.ts";

/** Lies about what begins and ends a block. */
export const blockLies: readonly Lie[] = [
  {
    name: "the fees of a block",
    part: "fees",
    tell(parts, random) {
      const { transaction } = parts;
      if (transaction.kind !== "BlockEpilogue" || transaction.value.kind === "V0") return false;
      const { value } = transaction.value;
      const [fee = 0n] = value.feeDistribution.value.amount.values();
      const amount = new Map([[0n, fee + BigInt(1 + random.below(1_000))]]);
      const feeDistribution = { kind: "V0", value: { amount } } as const;
      parts.transaction = {
        ...transaction,
        value: { ...transaction.value, value: { ...value, feeDistribution } },
      } as Transaction;
      return true;
    },
  },
  {
    name: "how full a block was, which is believed",
    part: undefined,
    tell(parts) {
      const { transaction } = parts;
      if (transaction.kind !== "BlockEpilogue") return false;
      const { value } = transaction.value;
      const blockEndInfo = { kind: "V0", value: { ...value.blockEndInfo.value, blockApproxOutputSize: 7n } } as const;
      parts.transaction = {
        ...transaction,
        value: { ...transaction.value, value: { ...value, blockEndInfo } },
      } as Transaction;
      return true;
    },
  },
  {
    name: "the place of a transaction in its block",
    part: "auxiliary_info",
    tell(parts, random) {
      const { auxiliaryInfoHash } = parts.info;
      if (auxiliaryInfoHash === undefined) return false;
      parts.info = { ...parts.info, auxiliaryInfoHash: flip(auxiliaryInfoHash, random) as HashValue };
      return true;
    },
  },
  // Changed metadata may be refused, or write something else. What the record's own event shows is refused before.
  {
    name: "the votes of a block",
    part: "any",
    tell: (parts) => changeMetadata(parts, () => ({ previousBlockVotesBitvec: Uint8Array.of(0) })),
  },
  {
    name: "the proposer of a block",
    part: "any",
    tell: (parts) => changeMetadata(parts, () => ({ proposer: frameworkAddress })),
  },
  {
    name: "the time of a block, in its event too",
    part: "any",
    tell: (parts, random) => changeTime(parts, (time) => time + BigInt(1 + random.below(1_000_000))),
  },
  {
    name: "a time that goes back, in all that the block writes too",
    part: "refused",
    tell: (parts, random) => changeTime(parts, () => BigInt(1 + random.below(1_000_000)), true),
  },
  {
    name: "the time of a block, in all that it writes too, which is believed",
    part: undefined,
    tell: (parts) => changeTime(parts, (time) => time + 1n, true),
  },
  {
    name: "the random seed of a block",
    part: "write",
    tell(parts, random) {
      const { transaction } = parts;
      if (transaction.kind !== "BlockMetadataExt" || transaction.value.kind !== "V1") return false;
      const { value } = transaction.value;
      if (value.randomness === undefined) return false;
      const randomness = { ...value.randomness, randomness: flip(value.randomness.randomness, random) };
      parts.transaction = { ...transaction, value: { kind: "V1", value: { ...value, randomness } } };
      return true;
    },
  },
];

/** Changes what all forms of metadata have in common. */
function changeMetadata(parts: Parts, change: (metadata: BlockMetadata) => Partial<BlockMetadata>): boolean {
  const { transaction } = parts;
  if (transaction.kind === "BlockMetadata") {
    parts.transaction = { ...transaction, value: { ...transaction.value, ...change(transaction.value) } };
    return true;
  }
  if (transaction.kind !== "BlockMetadataExt") return false;
  const { kind, value } = transaction.value;
  const changed = { kind, value: { ...value, ...change(value) } } as BlockMetadataExt;
  parts.transaction = { ...transaction, value: changed };
  return true;
}

/**
 * Changes the time of a block, and of its event.
 *
 * @param writes - whether all writes that end with it are changed as well
 */
function changeTime(parts: Parts, change: (timestampUsecs: bigint) => bigint, writes = false): boolean {
  // The end of an epoch notes its time elsewhere.
  if (parts.events.some(isNewEpochEvent)) return false;
  let replace = (data: Uint8Array): Uint8Array => data;
  const isMetadata = changeMetadata(parts, ({ timestampUsecs }) => {
    const [before, after] = [timestampUsecs, change(timestampUsecs)];
    replace = (data) => withEnd(data, u64.encode(before), u64.encode(after));
    return { timestampUsecs: after };
  });
  if (!isMetadata) return false;
  parts.events = parts.events.map(
    (event) => ({ ...event, value: { ...event.value, data: replace(event.value.data) } }) as ContractEvent,
  );
  if (writes) {
    parts.writes = parts.writes.map(([key, op]) => {
      const data = writeOpData(op);
      return [key, data === undefined ? op : withData(op, replace(data))];
    });
  }
  return true;
}

/** Bytes with another end, where they end like that. */
function withEnd(data: Uint8Array, before: Uint8Array, after: Uint8Array): Uint8Array {
  const at = data.length - before.length;
  if (at < 0 || !bytesEqual(data.subarray(at), before)) return data;
  const changed = data.slice();
  changed.set(after, at);
  return changed;
}
