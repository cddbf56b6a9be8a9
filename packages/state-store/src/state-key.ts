import { accountPrefixLength, stateKeyTags } from "@ledger/types";
import { prefixEnd } from "./bytes.ts";
import type { PathKind } from "./port.ts";

const pathKindBytes = { code: 0, resource: 1, resource_group: 2 } as const satisfies Record<PathKind, number>;

/** The offset at which the path of an account key begins: after tag, address and ULEB128 length. `undefined` for other keys. */
function pathOffset(key: Uint8Array): number | undefined {
  if (key.length <= accountPrefixLength || key[0] !== stateKeyTags.accessPath) return undefined;
  let offset = accountPrefixLength;
  while (offset < key.length && key[offset]! >= 0x80) offset++;
  offset++;
  return offset < key.length ? offset : undefined;
}

/** First byte of the path of account keys of one kind. */
export function pathKindByte(kind: PathKind): number {
  return pathKindBytes[kind];
}

/**
 * Whether a state key is of a kind.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#5.1 | Specification, chain types 5.1}: account keys are `00`, address, ULEB128 length, path; the path begins with its kind.
 */
export function isPathKind(key: Uint8Array, kind: PathKind): boolean {
  const offset = pathOffset(key);
  return offset !== undefined && key[offset] === pathKindBytes[kind];
}

/**
 * The least key above `key` that can be of the kind, for a key that is not: within the keys of the same path length they
 * lie together, because the length comes before the kind.
 *
 * @returns `undefined` when no later key can be of the kind
 */
export function skipToPathKind(key: Uint8Array, kind: PathKind): Uint8Array | undefined {
  if (key[0] !== stateKeyTags.accessPath) return undefined;
  const offset = pathOffset(key);
  if (offset === undefined) return concatByte(key, 0);
  const wanted = pathKindBytes[kind];
  if (key[offset]! < wanted) return concatByte(key.subarray(0, offset), wanted);
  return prefixEnd(key.subarray(0, offset));
}

function concatByte(bytes: Uint8Array, last: number): Uint8Array {
  const joined = new Uint8Array(bytes.length + 1);
  joined.set(bytes);
  joined[bytes.length] = last;
  return joined;
}
