type PoseidonLite = typeof import("poseidon-lite");

/** Bytes of text in one field element. */
export const scalarBytes = 31;

/** The Poseidon hash of 1 to 16 elements of BN254's scalar field. @throws RangeError for another number */
export type HashScalars = (inputs: readonly bigint[]) => bigint;

/** Loads the hash, with its constants. Bundlers give a package of this form as the default export alone, Node under its names as well. */
export async function loadPoseidon(): Promise<HashScalars> {
  const loaded: PoseidonLite & { readonly default?: PoseidonLite } = await import("poseidon-lite");
  const functions = byCount(loaded.default ?? loaded);
  return (inputs) => {
    const hash = functions[inputs.length - 1];
    if (hash === undefined) throw new RangeError(`${inputs.length} elements cannot be hashed`);
    return hash([...inputs]);
  };
}

/** The number that bytes in little endian make. */
export function littleEndian(bytes: Uint8Array): bigint {
  let value = 0n;
  for (let index = bytes.length - 1; index >= 0; index--) value = (value << 8n) | BigInt(bytes[index]!);
  return value;
}

/** A field element as 32 bytes in little endian. */
export function scalarToBytes(scalar: bigint): Uint8Array {
  const bytes = new Uint8Array(32);
  for (let index = 0, rest = scalar; index < 32; index++, rest >>= 8n) bytes[index] = Number(rest & 0xffn);
  return bytes;
}

/** Bytes as field elements of so many bytes each. */
export function scalars(bytes: Uint8Array, bytesPerScalar: number): bigint[] {
  const found: bigint[] = [];
  for (let start = 0; start < bytes.length; start += bytesPerScalar) {
    found.push(littleEndian(bytes.subarray(start, start + bytesPerScalar)));
  }
  return found;
}

/** Bytes padded with zeros to a size, 31 to an element, then their number. @throws RangeError for more bytes than that */
export function paddedScalars(bytes: Uint8Array, size: number): bigint[] {
  if (bytes.length > size) throw new RangeError(`${bytes.length} bytes do not fit in ${size}`);
  const whole = new Uint8Array(size);
  whole.set(bytes);
  return [...scalars(whole, scalarBytes), BigInt(bytes.length)];
}

/** The hash functions for 1 to 16 inputs. */
function byCount(p: PoseidonLite) {
  return [
    p.poseidon1,
    p.poseidon2,
    p.poseidon3,
    p.poseidon4,
    p.poseidon5,
    p.poseidon6,
    p.poseidon7,
    p.poseidon8,
    p.poseidon9,
    p.poseidon10,
    p.poseidon11,
    p.poseidon12,
    p.poseidon13,
    p.poseidon14,
    p.poseidon15,
    p.poseidon16,
  ];
}
