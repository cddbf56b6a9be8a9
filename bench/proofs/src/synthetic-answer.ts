import {
  bytesToHash,
  type HashValue,
  hashPairInDomain,
  hashSparseMerkleLeaf,
  hashSparseMerkleNode,
  hashStateKey,
  hashStateValue,
  hashTransactionInfo,
  StateValue,
  sha3_256,
  TransactionInfo,
  tableItemKey,
  zeroHash,
} from "@ledger/types";
import { encodeStateAnswer, type TrustedRoot } from "@ledger/verifier";

/** Siblings of a key among ten million (proofs, 2.1: 24.6 on average), and of a version among some billions. */
const [depth, height] = [25, 32];

const sibling = (name: string, at: number): HashValue =>
  bytesToHash(sha3_256(new TextEncoder().encode(`${name} ${at}`)));

/** The answer about one key of a large network, and the root that it leads to. Its siblings are made up. */
export function makeAnswer(): { readonly key: Uint8Array; readonly answer: Uint8Array; readonly root: TrustedRoot } {
  const key = tableItemKey(zeroHash as never, new Uint8Array(8));
  const value = StateValue.encode({ kind: "V0", value: new Uint8Array(200) });
  const keyHash = hashStateKey(key);
  const path = Array.from({ length: depth }, (_, at) => sibling("state", at));
  let node = hashSparseMerkleLeaf(keyHash, hashStateValue(value));
  for (let at = depth - 1; at >= 0; at--) {
    const isRight = ((keyHash[at >> 3]! >> (7 - (at & 7))) & 1) === 1;
    node = isRight ? hashSparseMerkleNode(path[at]!, node) : hashSparseMerkleNode(node, path[at]!);
  }
  const transactionInfo = TransactionInfo.encode({
    kind: "V0",
    value: {
      gasUsed: 7n,
      status: { kind: "Success" },
      ...{ transactionHash: zeroHash, eventRootHash: zeroHash, stateChangeHash: zeroHash },
      ...{ stateCheckpointHash: node, auxiliaryInfoHash: undefined },
    },
  });
  const version = 2n ** BigInt(height) - 2n;
  const siblings = Array.from({ length: height }, (_, at) => sibling("ledger", at));
  let root = hashTransactionInfo(transactionInfo);
  for (const [at, other] of siblings.entries()) {
    const isRight = ((version >> BigInt(at)) & 1n) === 1n;
    root = isRight
      ? hashPairInDomain("TransactionAccumulator", other, root)
      : hashPairInDomain("TransactionAccumulator", root, other);
  }
  // In the order of the keys that they cover: those on the left from the top down, then those on the right from the bottom up.
  const isRightAt = (at: number): boolean => ((keyHash[at >> 3]! >> (7 - (at & 7))) & 1) === 1;
  const left = path.filter((_, at) => isRightAt(at));
  const right = path.filter((_, at) => !isRightAt(at)).reverse();
  const answer = encodeStateAnswer({
    version,
    entries: [{ key, value, leaf: undefined, depth }],
    siblings: [...left, ...right],
    info: { transactionInfo, siblings, ledgerVersion: version + 1n },
    ledgerInfo: undefined,
  });
  return { key, answer, root: { ledgerVersion: version + 1n, accumulatorRoot: root } };
}
