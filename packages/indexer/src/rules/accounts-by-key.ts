import { BcsError, bytes, struct, u8 } from "@ledger/bcs";
import {
  type AccountAuthenticator,
  AccountResource,
  Address,
  type AnyPublicKey,
  decodeMultiEd25519PublicKey,
  decodeMultiEd25519Signature,
  formatHex,
  hasBit,
  MultiKey,
  type SignedTransaction,
  setBits,
  TypesError,
} from "@ledger/types";

import type { RecordView } from "../record/record-view.ts";
import type { CurrentRows } from "../row.ts";
import { keyBytes, keyTypes } from "./key-names.ts";

const unproven = [
  "0x1::account::rotate_authentication_key_call",
  "0x1::account::rotate_authentication_key_from_public_key",
];
const proven = [
  "0x1::account::rotate_authentication_key",
  "0x1::account::rotate_authentication_key_with_rotation_capability",
  "0x1::account::upsert_ed25519_backup_key_on_keyless_account",
];

/** `0x1::account::KeyRotationToPublicKey`. */
const KeyRotation = struct("KeyRotationToPublicKey", {
  account: Address,
  provenKeys: bytes,
  scheme: u8,
  publicKey: bytes,
});

/** The keys of an account that has several. */
interface KeySet {
  /** Bytes of all of them, as the authentication key is derived from. */
  readonly whole: Uint8Array;
  readonly type: "multi_ed25519_signature" | "multi_key_signature";
  readonly keys: readonly AnyPublicKey[];
  /** Positions of those that are known to be in use. */
  readonly used: ReadonlySet<number>;
}

/**
 * Puts by which keys accounts are found whose key does not say it itself: those with several keys, and those whose key was
 * rotated. Only the sender of a successful transaction is looked at.
 */
export function putAccountsByKey(record: RecordView, rows: CurrentRows): void {
  const { request, success, version } = record;
  if (request === undefined || !success) return;
  const { sender, functionId } = request;
  const account = record.written(sender, "0x1::account::Account", AccountResource);
  if (account === undefined) return;
  const authKey = formatHex(account.authenticationKey);
  const keySet = rotatedKeys(record) ?? signingKeys(request.signed);
  const isUnproven = unproven.includes(functionId ?? "");
  const isOwn = authKey === sender && !proven.includes(functionId ?? "") && keySet === undefined;
  if (!isUnproven && isOwn) return;
  rows.put("auth_key_account_addresses", sender, {
    auth_key: authKey,
    account_address: sender,
    is_auth_key_used: !isUnproven,
    last_transaction_version: version,
  });
  if (keySet !== undefined) putKeys(record, authKey, keySet, rows);
}

function putKeys(
  { version }: RecordView,
  authKey: string,
  { whole, type, keys, used }: KeySet,
  rows: CurrentRows,
): void {
  for (const [position, key] of keys.entries()) {
    const [publicKey, keyType] = [formatHex(keyBytes(key)), keyTypes[key.kind]];
    const id = `${authKey} ${publicKey} ${keyType}`;
    const before = rows.find("public_key_auth_keys", id);
    rows.put("public_key_auth_keys", id, {
      auth_key: authKey,
      public_key: publicKey,
      public_key_type: keyType,
      account_public_key: formatHex(whole),
      is_public_key_used: before?.is_public_key_used === true || used.has(position),
      signature_type: type,
      last_transaction_version: version,
    });
  }
}

/** The keys that a transaction says it has given the sender's account. */
function rotatedKeys({ events, request }: RecordView): KeySet | undefined {
  const event = events.findLast(({ type }) => type === "0x1::account::KeyRotationToPublicKey");
  if (event === undefined) return undefined;
  const { account, provenKeys, scheme, publicKey } = KeyRotation.decodePrefix(event.data).value;
  if (formatHex(account) !== request?.sender) return undefined;
  const isUsed = (count: number): ReadonlySet<number> =>
    new Set(
      Array.from({ length: count }, (_, position) => position).filter((position) => hasBit(provenKeys, position)),
    );
  try {
    if (scheme === 1) {
      const { publicKeys } = decodeMultiEd25519PublicKey(publicKey);
      return { ...ed25519Keys(publicKey, publicKeys), used: isUsed(publicKeys.length) };
    }
    if (scheme !== 3) return undefined;
    const { publicKeys: keys } = MultiKey.decode(publicKey);
    return { whole: publicKey, type: "multi_key_signature", keys, used: isUsed(keys.length) };
  } catch (error) {
    // The framework takes the bytes of a key that it does not prove as they come.
    if (error instanceof BcsError || error instanceof TypesError) return undefined;
    throw error;
  }
}

function ed25519Keys(whole: Uint8Array, publicKeys: readonly Uint8Array[]): Omit<KeySet, "used"> {
  const keys = publicKeys.map((value): AnyPublicKey => ({ kind: "Ed25519", value }));
  return { whole, type: "multi_ed25519_signature", keys };
}

/** The keys of a sender that has several. */
function signingKeys({ authenticator }: SignedTransaction): KeySet | undefined {
  switch (authenticator.kind) {
    case "Ed25519":
    case "MultiEd25519":
      return keysOf({ kind: authenticator.kind, value: authenticator.value });
    default:
      return keysOf(authenticator.value.sender);
  }
}

function keysOf(authenticator: AccountAuthenticator): KeySet | undefined {
  if (authenticator.kind === "MultiEd25519") {
    const { publicKey, signature } = authenticator.value;
    const { publicKeys } = decodeMultiEd25519PublicKey(publicKey);
    const { bitmap } = decodeMultiEd25519Signature(signature);
    return { ...ed25519Keys(publicKey, publicKeys), used: new Set(setBits(bitmap)) };
  }
  if (authenticator.kind !== "MultiKey") return undefined;
  const { publicKeys, signaturesBitmap } = authenticator.value;
  const used = new Set(setBits(signaturesBitmap));
  return { whole: MultiKey.encode(publicKeys), type: "multi_key_signature", keys: publicKeys.publicKeys, used };
}
