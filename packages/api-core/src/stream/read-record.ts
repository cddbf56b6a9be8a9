import { listGroupMembers, MoveError } from "@ledger/move";
import {
  type Address,
  bytesToHex,
  type ContractEvent,
  decodeStateKey,
  type decodeTransaction,
  formatStructTag,
  ObjectCore,
  Path,
  type StateWrite,
  type Transaction,
} from "@ledger/types";

/** Kinds of transactions that touch no account. */
const quiet: readonly Transaction["kind"][] = ["StateCheckpoint", "BlockEpilogue"];

const objectCore = "0x1::object::ObjectCore";

/** The account that sent a transaction; `undefined` where the chain made it itself. */
export function senderOf(transaction: ReturnType<typeof decodeTransaction>): Address | undefined {
  return transaction?.kind === "UserTransaction" ? transaction.value.rawTxn.sender : undefined;
}

/**
 * The accounts that a transaction touches, as hex: those that signed, those of its events, those whose resources it wrote or removed, and
 * the owners of the objects that it wrote. Items of tables do not count.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/indexer.md#1.6 | Specification, indexer 1.6}
 */
export function touchedAccounts(
  transaction: ReturnType<typeof decodeTransaction>,
  events: readonly ContractEvent[],
  writes: readonly StateWrite[],
): ReadonlySet<string> {
  const touched = new Set<string>();
  if (transaction !== undefined && quiet.includes(transaction.kind)) return touched;
  for (const signer of signersOf(transaction)) touched.add(bytesToHex(signer));
  for (const event of events) {
    if (event.kind === "V1") touched.add(bytesToHex(event.value.key.accountAddress));
  }
  for (const { key, value } of writes) {
    const decoded = decodeStateKey(key);
    if (decoded.kind !== "AccessPath") continue;
    const path = Path.decode(decoded.value.path);
    if (path.kind === "Code") continue;
    touched.add(bytesToHex(decoded.value.address));
    const owner = value && ownerIn(path, value);
    if (owner !== undefined) touched.add(bytesToHex(owner));
  }
  return touched;
}

function signersOf(transaction: ReturnType<typeof decodeTransaction>): readonly Address[] {
  if (transaction?.kind !== "UserTransaction") return [];
  const { rawTxn, authenticator } = transaction.value;
  if (authenticator.kind !== "MultiAgent" && authenticator.kind !== "FeePayer") return [rawTxn.sender];
  const others = authenticator.value.secondarySignerAddresses;
  return [
    rawTxn.sender,
    ...others,
    ...(authenticator.kind === "FeePayer" ? [authenticator.value.feePayerAddress] : []),
  ];
}

/** The owner of an object, where a value is one. */
function ownerIn(path: Path, value: Uint8Array): Address | undefined {
  if (path.kind === "Code") return undefined;
  try {
    const core =
      path.kind === "Resource"
        ? formatStructTag(path.value) === objectCore
          ? value
          : undefined
        : listGroupMembers(value).find(({ tag }) => formatStructTag(tag) === objectCore)?.value;
    return core && ObjectCore.decodePrefix(core).value.owner;
  } catch (error) {
    if (error instanceof MoveError) return undefined;
    throw error;
  }
}
