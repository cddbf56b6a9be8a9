import type { Random } from "@ledger/random";
import {
  bytesEqual,
  encodeStateKey,
  FungibleStore,
  frameworkKey,
  frameworkTag,
  type LedgerRecord,
  mapKey,
  Path,
  ResourceGroup,
  type StateKey,
  structTagsEqual,
  type WriteOp,
  WriteSet,
  writeOpData,
  writesOf,
} from "@ledger/types";
import { flip, type Lie, type Parts, withData } from "./lie.ts";

const usageKey = frameworkKey("state_storage", "StateStorageUsage");
const storeTag = frameworkTag("fungible_asset", "FungibleStore");

/** Lies about what a transaction writes. */
export const writeLies: readonly Lie[] = [
  { name: "a byte of a value", part: "write", tell: (parts, random) => changeWrite(parts, random, flipValue) },
  { name: "a deposit", part: "write", tell: (parts, random) => changeWrite(parts, random, changeDeposit) },
  {
    name: "how much state there is",
    part: "write",
    tell(parts, random) {
      const index = parts.writes.findIndex(([key]) => bytesEqual(encodeStateKey(key), usageKey));
      const [key, op] = parts.writes[index] ?? [];
      const changed = op && flipValue(op, random);
      if (key === undefined || changed === undefined) return false;
      parts.writes = parts.writes.with(index, [key, changed]);
      return true;
    },
  },
  {
    name: "a write that is left out",
    part: "write",
    tell(parts, random) {
      if (parts.writes.length === 0) return false;
      const index = random.below(parts.writes.length);
      parts.writes = parts.writes.filter((_, at) => at !== index);
      return true;
    },
  },
  {
    name: "a write of another transaction",
    part: "write",
    tell(parts, random, others) {
      const [added] = foreignWrites(parts, random, others);
      if (added === undefined) return false;
      parts.writes = [...parts.writes, added];
      return true;
    },
  },
  {
    name: "the balance of somebody else",
    part: "write",
    tell(parts, random, others) {
      for (const [key, op] of foreignWrites(parts, random, others)) {
        const richer = withHigherBalance(key, op, BigInt(1 + random.below(1_000_000)));
        if (richer === undefined) continue;
        parts.writes = [...parts.writes, [key, richer]];
        return true;
      }
      return false;
    },
  },
];

/** Writes of one of the other records whose items the record's own transaction does not write. */
function foreignWrites(
  parts: Parts,
  random: Random,
  others: readonly LedgerRecord[],
): readonly (readonly [StateKey, WriteOp])[] {
  const own = new Set(parts.writes.map(([key]) => mapKey(encodeStateKey(key))));
  const foreign = writesOf(WriteSet.decode(random.pick(others).writeSet));
  return [...foreign].filter(([key]) => !own.has(mapKey(encodeStateKey(key))));
}

/** The same store of an asset with more in it; `undefined` for a write of something else. */
function withHigherBalance(key: StateKey, op: WriteOp, amount: bigint): WriteOp | undefined {
  const data = writeOpData(op);
  const isGroup = key.kind === "AccessPath" && Path.decode(key.value.path).kind === "ResourceGroup";
  if (data === undefined || !isGroup) return undefined;
  let isFound = false;
  const members = [...ResourceGroup.decode(data)].map(([tag, value]): [typeof tag, Uint8Array] => {
    if (!structTagsEqual(tag, storeTag)) return [tag, value];
    isFound = true;
    const store = FungibleStore.decode(value);
    return [tag, FungibleStore.encode({ ...store, balance: store.balance + amount })];
  });
  return isFound ? withData(op, ResourceGroup.encode(new Map(members))) : undefined;
}

function changeWrite(
  parts: Parts,
  random: Random,
  change: (op: WriteOp, random: Random) => WriteOp | undefined,
): boolean {
  const index = random.below(Math.max(1, parts.writes.length));
  const [key, op] = parts.writes[index] ?? [];
  const changed = op && change(op, random);
  if (key === undefined || changed === undefined) return false;
  parts.writes = parts.writes.with(index, [key, changed]);
  return true;
}

function flipValue(op: WriteOp, random: Random): WriteOp | undefined {
  const data = writeOpData(op);
  return data === undefined || data.length === 0 ? undefined : withData(op, flip(data, random));
}

function changeDeposit(op: WriteOp): WriteOp | undefined {
  if (op.kind !== "CreationWithMetadata" && op.kind !== "ModificationWithMetadata") return undefined;
  const { metadata } = op.value;
  if (metadata.kind !== "V0") return undefined;
  const raised = { kind: "V0", value: { ...metadata.value, deposit: metadata.value.deposit + 1n } } as const;
  return { ...op, value: { ...op.value, metadata: raised } };
}
