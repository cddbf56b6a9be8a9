/** A state write's place: which key, at which version. */
export interface WritePlace {
  readonly keyId: number;
  readonly version: number;
}

/** Bytes of one packed place: key id (48 bits) and version relative to the block (32 bits), little-endian. */
const placeBytes = 10;

/**
 * Packs which keys a block wrote, in version order. Column `keys` of `block_writes`: what the pruner sweeps by, instead
 * of an index row per stale value.
 */
export function packPlaces(places: readonly WritePlace[], firstVersion: number): Uint8Array {
  const packed = new Uint8Array(places.length * placeBytes);
  const view = new DataView(packed.buffer);
  for (const [i, { keyId, version }] of places.entries()) {
    const offset = i * placeBytes;
    view.setUint32(offset, keyId % 2 ** 32, true);
    view.setUint16(offset + 4, Math.floor(keyId / 2 ** 32), true);
    view.setUint32(offset + 6, version - firstVersion, true);
  }
  return packed;
}

/** Calls `visit` for every packed place, in version order. */
export function visitPlaces(
  packed: Uint8Array,
  firstVersion: number,
  visit: (keyId: number, version: number) => void,
): void {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  for (let offset = 0; offset < packed.length; offset += placeBytes) {
    const keyId = view.getUint32(offset, true) + view.getUint16(offset + 4, true) * 2 ** 32;
    visit(keyId, firstVersion + view.getUint32(offset + 6, true));
  }
}

/** How many places are packed. */
export function countPlaces(packed: Uint8Array): number {
  return packed.length / placeBytes;
}
