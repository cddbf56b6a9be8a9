import { BcsError, bytes } from "@ledger/bcs";
import { type Address, addressLength } from "../address.ts";
import { TypesError, type TypesErrorCode } from "../errors.ts";
import { compareBytes, concatBytes } from "../text/bytes.ts";
import { bytesToHex, hexToBytes } from "../text/hex.ts";
import type { StructTag } from "../type-tag/type-tag.ts";
import { AccessPath, Path, StateKey, TradingNativeKey } from "./state-key.ts";

/** First byte of an encoded state key. */
export const stateKeyTags = { accessPath: 0x00, tableItem: 0x01, tradingNative: 0x02, raw: 0xff } as const;

/**
 * The encoded form of a state key: tag byte and body. It orders the storage, names the pages of a listing and is what the
 * state key hash covers. For access paths it is their BCS; table items and raw keys lose the length that they have there.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#5.1 | Specification, chain types 5.1}
 * @example
 * ```ts
 * const { handle, key } = { handle: parseAddress("0x9"), key: Uint8Array.of(7) };
 * encodeStateKey({ kind: "TableItem", value: { handle, key } }); // equals tableItemKey(handle, key)
 * ```
 */
export function encodeStateKey(key: StateKey): Uint8Array {
  switch (key.kind) {
    case "AccessPath":
      return StateKey.encode(key);
    case "TableItem":
      return tableItemKey(key.value.handle, key.value.key);
    case "Raw":
      return tagged(stateKeyTags.raw, key.value);
    case "TradingNative":
      return tagged(stateKeyTags.tradingNative, TradingNativeKey.encode(key.value));
  }
}

/**
 * Reads an encoded state key, whole; the path of an access path must decode too.
 *
 * @throws {@link TypesError} `invalid_state_key`, with the offset of the fault
 */
export function decodeStateKey(encoded: Uint8Array): StateKey {
  return readEncodedKey(encoded, "invalid_state_key");
}

/**
 * The BCS of a state key, as write sets have it, from its encoded form.
 *
 * @returns for access paths the same array
 * @throws {@link TypesError} `invalid_state_key` for a tag that no key has; the rest of an access path or table key is not looked at
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#5.1 | Specification, chain types 5.1}
 */
export function stateKeyToBcs(encoded: Uint8Array): Uint8Array {
  switch (encoded[0]) {
    case stateKeyTags.accessPath:
      return encoded;
    case stateKeyTags.tableItem:
      return concatBytes(encoded.subarray(0, ownerEnd), bytes.encode(encoded.subarray(ownerEnd)));
    default:
      return StateKey.encode(decodeStateKey(encoded));
  }
}

/** Encoded key of a module. */
export function moduleKey(address: Address, name: string): Uint8Array {
  return accessPathKey(address, Path.encode({ kind: "Code", value: { address, name } }));
}

/** Paths of the tags that were last asked for: a machine asks with the same tags again and again. */
const resourcePaths = new WeakMap<StructTag, Uint8Array>();
const groupPaths = new WeakMap<StructTag, Uint8Array>();

function pathOf(known: WeakMap<StructTag, Uint8Array>, kind: "Resource" | "ResourceGroup", tag: StructTag): Uint8Array {
  let path = known.get(tag);
  if (path === undefined) {
    path = Path.encode({ kind, value: tag });
    known.set(tag, path);
  }
  return path;
}

/** Encoded key of a resource that is stored on its own. */
export function resourceKey(address: Address, tag: StructTag): Uint8Array {
  return accessPathKey(address, pathOf(resourcePaths, "Resource", tag));
}

/** Encoded key of a resource group; `tag` is that of the group's container. */
export function resourceGroupKey(address: Address, tag: StructTag): Uint8Array {
  return accessPathKey(address, pathOf(groupPaths, "ResourceGroup", tag));
}

/** Encoded key of a table item. `key` is the BCS of the item's key. */
export function tableItemKey(handle: Address, key: Uint8Array): Uint8Array {
  const encoded = new Uint8Array(1 + addressLength + key.length);
  encoded[0] = stateKeyTags.tableItem;
  encoded.set(handle, 1);
  encoded.set(key, 1 + addressLength);
  return encoded;
}

/** Bytes of {@link accountKeyPrefix}: tag and address. */
export const accountPrefixLength: number = 1 + addressLength;

/** The bytes with which the encoded keys of everything that an account holds begin. */
export function accountKeyPrefix(address: Address): Uint8Array {
  return tagged(stateKeyTags.accessPath, address);
}

/** True if bytes are the prefix of one account's keys. */
export function isAccountPrefix(bytes: Uint8Array): boolean {
  return bytes.length === accountPrefixLength && bytes[0] === stateKeyTags.accessPath;
}

/**
 * The prefix of the keys of the account that an encoded key, or a longer prefix, belongs to.
 *
 * @returns a view; `undefined` for keys that are not of an account
 */
export function accountPrefixOf(key: Uint8Array): Uint8Array | undefined {
  const isOfAccount = key.length >= accountPrefixLength && key[0] === stateKeyTags.accessPath;
  return isOfAccount ? key.subarray(0, accountPrefixLength) : undefined;
}

/**
 * Orders encoded state keys by what they name: what accounts hold by address and path, then table items by handle and key. So the
 * REST API lists changes, and so gas is charged for them; write sets have the length of a path before it.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#4.1 | Specification, execution 4.1}
 */
export function compareStateItems(a: Uint8Array, b: Uint8Array): number {
  const byOwner = compareBytes(a.subarray(0, ownerEnd), b.subarray(0, ownerEnd));
  return byOwner || compareBytes(a.subarray(nameStart(a)), b.subarray(nameStart(b)));
}

/** Tag, and address or handle. */
const ownerEnd = 1 + addressLength;

/** Index at which the path or table key begins: after the length of a path. */
function nameStart(key: Uint8Array): number {
  if (key[0] !== stateKeyTags.accessPath) return ownerEnd;
  let start = ownerEnd;
  while (key[start]! >= 0x80) start += 1;
  return start + 1;
}

/** A pagination cursor: the encoded key of the first item of the next page, lower-case hex without `0x`. */
export function formatCursor(encoded: Uint8Array): string {
  return bytesToHex(encoded);
}

/**
 * Reads a pagination cursor. It must be hex without `0x` and a whole, well-formed encoded state key.
 *
 * @returns the encoded key
 * @throws {@link TypesError} `invalid_cursor`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#1.1 | Specification, REST API 1.1}, StateKeyCursor
 */
export function parseCursor(text: string): Uint8Array {
  let encoded: Uint8Array;
  try {
    encoded = hexToBytes(text);
  } catch (cause) {
    if (!(cause instanceof TypesError)) throw cause;
    throw new TypesError("invalid_cursor", `invalid cursor: ${cause.message}`, { position: cause.position, cause });
  }
  readEncodedKey(encoded, "invalid_cursor");
  return encoded;
}

function accessPathKey(address: Address, path: Uint8Array): Uint8Array {
  // A path of less than 128 bytes has one byte for its length.
  if (path.length > 0x7f) return encodeStateKey({ kind: "AccessPath", value: { address, path } });
  const encoded = new Uint8Array(accountPrefixLength + 1 + path.length);
  encoded[0] = stateKeyTags.accessPath;
  encoded.set(address, 1);
  encoded[accountPrefixLength] = path.length;
  encoded.set(path, accountPrefixLength + 1);
  return encoded;
}

function tagged(tag: number, body: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(tag), body);
}

function readEncodedKey(encoded: Uint8Array, code: TypesErrorCode): StateKey {
  const body = encoded.subarray(1);
  switch (encoded[0]) {
    case stateKeyTags.accessPath:
      return { kind: "AccessPath", value: readAccessPath(body, code) };
    case stateKeyTags.tableItem:
      if (body.length < addressLength) throw keyError(code, "the table handle is cut short", encoded.length);
      return {
        kind: "TableItem",
        value: { handle: body.subarray(0, addressLength) as Address, key: body.subarray(addressLength) },
      };
    case stateKeyTags.tradingNative:
      return { kind: "TradingNative", value: reading(code, 1, () => TradingNativeKey.decode(body)) };
    case stateKeyTags.raw:
      return { kind: "Raw", value: body };
    case undefined:
      throw keyError(code, "no bytes", 0);
    default:
      throw keyError(code, `unknown tag ${encoded[0]}`, 0);
  }
}

function readAccessPath(body: Uint8Array, code: TypesErrorCode): AccessPath {
  const accessPath = reading(code, 1, () => AccessPath.decode(body));
  reading(code, 1 + body.length - accessPath.path.length, () => Path.decode(accessPath.path));
  return accessPath;
}

function reading<T>(code: TypesErrorCode, offset: number, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof BcsError)) throw cause;
    const at = offset + cause.offset;
    throw keyError(code, `${cause.code} at byte ${at}`, at, cause);
  }
}

function keyError(code: TypesErrorCode, fault: string, offset: number, cause?: Error): TypesError {
  const noun = code === "invalid_cursor" ? "cursor: not a state key" : "state key";
  return new TypesError(code, `invalid ${noun}: ${fault}`, { offset, ...(cause && { cause }) });
}
