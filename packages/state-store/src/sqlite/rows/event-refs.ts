/** One event index entry of a record. */
export interface EventRef {
  /** BCS of the event key. */
  readonly key: Uint8Array;
  readonly sequenceNumber: bigint;
  /** Position among the record's events. */
  readonly index: number;
}

/** Bytes of an entry besides its key: key length (u16), sequence number (u64), position (u32). */
const fixedBytes = 14;

/** Packs a record's event index entries, so that pruning the record finds its rows without reading the events. */
export function packEventRefs(refs: readonly EventRef[]): Uint8Array {
  const packed = new Uint8Array(refs.reduce((sum, { key }) => sum + fixedBytes + key.length, 0));
  const view = new DataView(packed.buffer);
  let offset = 0;
  for (const { key, sequenceNumber, index } of refs) {
    view.setUint16(offset, key.length);
    view.setBigUint64(offset + 2, sequenceNumber);
    view.setUint32(offset + 10, index);
    packed.set(key, offset + fixedBytes);
    offset += fixedBytes + key.length;
  }
  return packed;
}

/** Inverse of {@link packEventRefs}. */
export function unpackEventRefs(packed: Uint8Array): readonly EventRef[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const refs: EventRef[] = [];
  let offset = 0;
  while (offset < packed.length) {
    const end = offset + fixedBytes + view.getUint16(offset);
    refs.push({
      key: packed.subarray(offset + fixedBytes, end),
      sequenceNumber: view.getBigUint64(offset + 2),
      index: view.getUint32(offset + 10),
    });
    offset = end;
  }
  return refs;
}
