import {
  type Address,
  bytesToHex,
  encodeStateKey,
  type LedgerRecord,
  moduleKey,
  type StateKey,
  type WriteOp,
  WriteSet,
  writesOf,
} from "@ledger/types";

/** A state value as a write left it. */
export interface Item {
  readonly key: StateKey;
  readonly encoded: Uint8Array;
  readonly op: Exclude<WriteOp, { kind: "Deletion" | "DeletionWithMetadata" }>;
  readonly data: Uint8Array;
}

/** The state that records leave, rebuilt from their write sets alone. */
export class Replay {
  readonly items = new Map<string, Item>();

  /** @returns what the record wrote */
  apply(record: Pick<LedgerRecord, "writeSet">): { key: StateKey; op: WriteOp; before: Item | undefined }[] {
    const changes: { key: StateKey; op: WriteOp; before: Item | undefined }[] = [];
    for (const [key, op] of writesOf(WriteSet.decode(record.writeSet))) {
      const encoded = encodeStateKey(key);
      const name = bytesToHex(encoded);
      changes.push({ key, op, before: this.items.get(name) });
      if (op.kind === "Deletion" || op.kind === "DeletionWithMetadata") this.items.delete(name);
      else this.items.set(name, { key, encoded, op, data: op.value instanceof Uint8Array ? op.value : op.value.data });
    }
    return changes;
  }

  find(encoded: Uint8Array): Uint8Array | undefined {
    return this.items.get(bytesToHex(encoded))?.data;
  }

  findModule(address: Address, name: string): Uint8Array | undefined {
    return this.find(moduleKey(address, name));
  }
}
