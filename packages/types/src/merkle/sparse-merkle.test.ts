import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HashValue } from "../hash-value.ts";
import { parseHash } from "../hash-value.ts";
import { sparseMerklePlaceholderHash } from "../hashing/literal-hash.ts";
import { bytesEqual, compareBytes } from "../text/bytes.ts";
import { bytesToHex } from "../text/hex.ts";
import { SortedStateRoot } from "./sorted-state-root.ts";
import { hashSparseMerkleLeaf, type SparseMerkleEntry, stateRoot } from "./sparse-merkle.ts";
import {
  verifySparseMerkleProof,
  verifySparseMerkleRange,
  verifySparseMerkleRangeProof,
} from "./sparse-merkle-proof.ts";
import { SparseMerkleTree, type SparseMerkleUpdate } from "./sparse-merkle-tree.ts";

/** A key of the given first bytes, then zeros. */
function key(...first: readonly number[]): HashValue {
  const bytes = new Uint8Array(32);
  bytes.set(first);
  return bytes as HashValue;
}

const value = (byte: number): HashValue => new Uint8Array(32).fill(byte) as HashValue;

function treeOf(entries: Iterable<SparseMerkleUpdate>): SparseMerkleTree {
  const tree = new SparseMerkleTree();
  tree.update(entries);
  return tree;
}

// Few distinct bits at the front and at the end, so that keys share prefixes of every length.
const keys = fc
  .tuple(fc.nat(15), fc.constantFrom(0, 1, 255), fc.constantFrom(0, 1, 2, 3))
  .map(([front, middle, end]): HashValue => {
    const bytes = key(front << 4, middle);
    bytes[31] = end;
    return bytes;
  });
const values = fc.integer({ min: 1, max: 5 }).map(value);
const states = fc.uniqueArray(fc.tuple(keys, values), { selector: ([k]) => bytesToHex(k), maxLength: 60 });
const batches = fc.array(fc.tuple(keys, fc.option(values, { nil: undefined })), { maxLength: 40 });

// Specification, chain types 17.9.
const published: readonly (readonly [string, readonly SparseMerkleEntry[], string])[] = [
  ["00", [[key(0), value(1)]], "e91fd559bcbd9646a55899e356b2385a2cb0176f37324cdae46629055e2ede14"],
  [
    "00, 40",
    [
      [key(0), value(1)],
      [key(0x40), value(2)],
    ],
    "e2f2cec7c39fe29bee32a4ba345c199198e89a9649b89b85c68fe4aa0216cca6",
  ],
  [
    "00, 40, 80",
    [
      [key(0), value(1)],
      [key(0x40), value(2)],
      [key(0x80), value(3)],
    ],
    "5b910175871ad96b4aac2d8f065886ccc3c078a7762340ec0341a75cd2a8a179",
  ],
  [
    "00, 40, 80, 81",
    [
      [key(0), value(1)],
      [key(0x40), value(2)],
      [key(0x80), value(3)],
      [key(0x81), value(4)],
    ],
    "46c1353c9f396200da8026bf098fcd59416493cdf761146f2698bd9d00f7ff9b",
  ],
  [
    "80, 81",
    [
      [key(0x80), value(3)],
      [key(0x81), value(4)],
    ],
    "acf8c62f928f6694fd4ea2b1575aaa19c3fc978c1a5eea58faa4cd57fa177078",
  ],
];

describe.each(published)("keys %s", (_, entries, root) => {
  test("have their published root, in any order", () => {
    expect(bytesToHex(stateRoot(entries))).toBe(root);
    expect(bytesToHex(stateRoot([...entries].reverse()))).toBe(root);
    expect(bytesToHex(treeOf(entries).root())).toBe(root);
  });
});

test("removing a key gives the root without it: its neighbour moves up", () => {
  const tree = treeOf(published[3]![1]);
  expect(bytesToHex(tree.update([[key(0x81), undefined]]))).toBe(published[2]![2]);
  expect(bytesToHex(tree.update([[key(0x80), undefined]]))).toBe(published[1]![2]);
  expect(bytesToHex(tree.update([[key(0x40), undefined]]))).toBe(published[0]![2]);
  expect(tree.update([[key(0), undefined]])).toEqual(sparseMerklePlaceholderHash);
});

test("no keys have the placeholder as root", () => {
  expect(stateRoot([])).toEqual(sparseMerklePlaceholderHash);
  expect(new SparseMerkleTree().root()).toEqual(sparseMerklePlaceholderHash);
});

test("a key that occurs twice has no root", () => {
  expect(() =>
    stateRoot([
      [key(1), value(1)],
      [key(1), value(2)],
    ]),
  ).toThrow(expect.objectContaining({ code: "duplicate_key" }));
});

describe("the tree", () => {
  test("has the batch root after random batches of writes and removals", () => {
    fc.assert(
      fc.property(fc.array(batches, { maxLength: 6 }), (rounds) => {
        const tree = new SparseMerkleTree();
        const model = new Map<string, SparseMerkleEntry>();
        for (const batch of rounds) {
          const before = tree.clone();
          const rootBefore = tree.root();
          tree.update(batch);
          for (const [k, v] of batch) {
            if (v === undefined) model.delete(bytesToHex(k));
            else model.set(bytesToHex(k), [k, v]);
          }
          expect(tree.root()).toEqual(stateRoot(model.values()));
          expect(before.root()).toEqual(rootBefore);
          for (const [k] of batch) expect(tree.get(k)).toEqual(model.get(bytesToHex(k))?.[1]);
        }
      }),
    );
  });

  test("keeps its root when values are rewritten or absent keys removed", () => {
    const tree = treeOf(published[3]![1]);
    const root = tree.root();
    expect(
      tree.update([
        [key(0x80), value(3)],
        [key(0x82), undefined],
      ]),
    ).toEqual(root);
    expect(tree.get(key(0x82))).toBeUndefined();
  });
});

/** The same hash with one bit flipped. */
function flip(hash: HashValue, bit: number): HashValue {
  const flipped = Uint8Array.from(hash) as HashValue;
  flipped[bit >> 3]! ^= 1 << (bit & 7);
  return flipped;
}

test("proofs show values and absence; tampered ones show nothing", () => {
  fc.assert(
    fc.property(states, keys, fc.nat(), (state, probe, pick) => {
      const tree = treeOf(state);
      const root = tree.root();
      for (const k of [probe, ...state.map(([k]) => k)]) {
        const present = state.find(([other]) => bytesEqual(other, k))?.[1];
        const proof = tree.prove(k);
        expect(verifySparseMerkleProof(proof, root, k, present)).toBe(true);
        expect(verifySparseMerkleProof(proof, flip(root, pick % 256), k, present)).toBe(false);
        expect(verifySparseMerkleProof(proof, root, k, present === undefined ? value(9) : undefined)).toBe(false);
        if (present !== undefined)
          expect(verifySparseMerkleProof(proof, root, k, flip(present, pick % 256))).toBe(false);
        if (proof.leaf !== undefined) {
          const valueHash = flip(proof.leaf.valueHash, pick % 256);
          expect(verifySparseMerkleProof({ ...proof, leaf: { ...proof.leaf, valueHash } }, root, k, present)).toBe(
            false,
          );
          expect(verifySparseMerkleProof({ ...proof, leaf: undefined }, root, k, undefined)).toBe(false);
        }
        expect(verifySparseMerkleProof({ ...proof, siblings: [...proof.siblings, value(1)] }, root, k, present)).toBe(
          false,
        );
        if (proof.siblings.length === 0) continue;
        const i = pick % proof.siblings.length;
        const siblings = proof.siblings.with(i, flip(proof.siblings[i]!, pick % 256));
        expect(verifySparseMerkleProof({ ...proof, siblings }, root, k, present)).toBe(false);
      }
    }),
  );
});

test("a leaf outside the subtree of a key does not show that the key is absent", () => {
  const tree = treeOf(published[3]![1]);
  const proof = tree.prove(key(0x80));
  // The proof of 80 with the claim that 00 is absent, as its path would be for 80.
  expect(verifySparseMerkleProof(proof, tree.root(), key(0x01), undefined)).toBe(false);
});

test("a proof of more than 256 siblings is refused", () => {
  const siblings = Array.from({ length: 257 }, () => value(1));
  expect(verifySparseMerkleProof({ leaf: undefined, siblings }, value(1), key(1), undefined)).toBe(false);
  const range = { rightSiblings: siblings };
  expect(verifySparseMerkleRangeProof(range, value(1), [[key(1), value(1)]])).toBe(false);
});

test("range proofs show that the keys up to one are complete", () => {
  fc.assert(
    fc.property(states, fc.nat(), (state, pick) => {
      if (state.length === 0) return;
      const sorted = [...state].sort(([a], [b]) => compareBytes(a, b));
      const tree = treeOf(sorted);
      const root = tree.root();
      const count = 1 + (pick % sorted.length);
      const known = sorted.slice(0, count);
      const proof = tree.proveRange(known.at(-1)![0])!;
      expect(verifySparseMerkleRangeProof(proof, root, known)).toBe(true);
      expect(verifySparseMerkleRange(proof, root, treeOf(known), known.at(-1)!)).toBe(true);

      expect(verifySparseMerkleRangeProof(proof, flip(root, pick % 256), known)).toBe(false);
      const at = pick % count;
      const wrong: [HashValue, HashValue] = [known[at]![0], value(9)];
      expect(verifySparseMerkleRangeProof(proof, root, known.with(at, wrong))).toBe(false);
      if (count > 1) {
        expect(verifySparseMerkleRangeProof(proof, root, known.toSpliced(at, 1))).toBe(false);
        expect(verifySparseMerkleRangeProof(proof, root, [...known].reverse())).toBe(false);
        // Everything known, but a smaller key named as the greatest.
        expect(verifySparseMerkleRange(proof, root, treeOf(known), known[0]!)).toBe(false);
      }
      const longer = { rightSiblings: [...proof.rightSiblings, value(1)] };
      expect(verifySparseMerkleRangeProof(longer, root, known)).toBe(false);
      if (proof.rightSiblings.length === 0) return;
      const i = pick % proof.rightSiblings.length;
      const rightSiblings = proof.rightSiblings.with(i, flip(proof.rightSiblings[i]!, pick % 256));
      expect(verifySparseMerkleRangeProof({ rightSiblings }, root, known)).toBe(false);
      expect(verifySparseMerkleRangeProof({ rightSiblings: proof.rightSiblings.slice(1) }, root, known)).toBe(false);
    }),
  );
});

test("a range without keys, or up to an absent key, has no proof", () => {
  expect(verifySparseMerkleRangeProof({ rightSiblings: [] }, sparseMerklePlaceholderHash, [])).toBe(false);
  const tree = treeOf(published[0]![1]);
  expect(tree.proveRange(key(1))).toBeUndefined();
  expect(new SparseMerkleTree().proveRange(key(1))).toBeUndefined();
  expect(verifySparseMerkleRange({ rightSiblings: [] }, tree.root(), tree, [key(1), value(1)])).toBe(false);
});

test("a published inclusion proof of a real network verifies", () => {
  // Mainnet genesis, 0x1::chain_id::ChainId of 0x1. Specification, chain types 17.9.
  const k = parseHash("d763efaa519ece09c8d43b66386f5e3d203d6caf7c4be3ede545eab4916f4d4c");
  const v = parseHash("f65a0c17a3c563e7d8ce425e2518de7a803b159ec041179dcea2ec7611aad78d");
  const root = parseHash("0d08659868360de4cf1d395d1e87c9e0bed31c5f3aab9636eec3ce30aaae6d47");
  const placeholder = bytesToHex(sparseMerklePlaceholderHash);
  const siblings = [
    "6d296d2c2db8563859640737aa1ba279b15739926cb001c158d887c2f7fdb864",
    "e17c378da5b511712fd8ee840741347e717a2b72bd65c38d8241654d720739e0",
    "4d30c71ad36a38a58ab62bf5233420469c4d64dcb30004b24d8d4f84088d9329",
    "bf3daf672d6eeb1611b706aa4e64a4d6e2ea70d9ecd0934f9a732b91c5c34c46",
    "8c07cc3741932682ccd006d7000b04498739792e81a3d8560315add59fa8f7e1",
    "1f9dfeaa893e5a4353f086df0582629034e83b82a0d661d5941e3da39d76eb8d",
    "a15de75e9b067b4eb58031f7d1587fe178ebe866fb214868689ffbc641e38dc3",
    "ac2680cadb567b1cb595a58054f3d86611a770cfd451a978770182390cd54331",
    "3685b36722ca5f972e116ace25e38a26be73daa9522d41bdb3c33011fc2a7648",
    "594c1e9d6d1069ff8968e466ab10084d2a59a68f76e72cfd2856216767cb60ce",
    "51f2b96876f2a71deb373dc650f310591e4056242ee576701d0ed86f4a0ac0ab",
    placeholder,
    "7562d42c626be9d5de1afa7ff96e9638cc4556bc9280cdb651c832dbd5262bec",
    placeholder,
    placeholder,
    "edc64d96ccba850272d4a7f7c9066759fdca5d25377a447396c65cd94ba08c8c",
  ].map(parseHash);
  expect(bytesToHex(hashSparseMerkleLeaf(k, v))).toBe(
    "e3ecac68e52e536938a29320d7da5a81732825c330298043c1cafa65ddfb47cb",
  );
  expect(verifySparseMerkleProof({ leaf: { key: k, valueHash: v }, siblings }, root, k, v)).toBe(true);
});

describe("the root over sorted entries", () => {
  const rootOf = (entries: readonly SparseMerkleEntry[]): HashValue => {
    const root = new SortedStateRoot();
    for (const [entryKey, entryValue] of entries.toSorted(([a], [b]) => compareBytes(a, b))) {
      root.add(entryKey, entryValue);
    }
    return root.finish();
  };

  test.each(published)("is the published one of keys %s", (_, entries, root) => {
    expect(bytesToHex(rootOf(entries))).toBe(root);
  });
  test("is that of the whole state, whatever the keys share", () => {
    const sameRoot = fc.property(states, (entries) => {
      expect(rootOf(entries)).toEqual(stateRoot(entries));
    });
    fc.assert(sameRoot);
  });
  test("is that of the whole tree after any entry, with a proof of what follows", () => {
    const property = fc.property(states, (entries) => {
      const sorted = entries.toSorted(([a], [b]) => compareBytes(a, b));
      const tree = new SparseMerkleTree();
      tree.update(sorted);
      const root = new SortedStateRoot();
      expect(root.rootWith({ rightSiblings: [] })).toBeUndefined();
      for (const [entryKey, entryValue] of sorted) {
        root.add(entryKey, entryValue);
        const proof = tree.proveRange(entryKey)!;
        expect(root.rootWith(proof)).toEqual(tree.root());
        const extra = { rightSiblings: [...proof.rightSiblings, tree.root()] };
        expect(root.rootWith(extra)).not.toEqual(tree.root());
      }
      expect(root.finish()).toEqual(tree.root());
    });
    fc.assert(property);
  });
  test("takes keys in ascending order only", () => {
    const root = new SortedStateRoot();
    root.add(key(2), value(1));
    for (const late of [key(2), key(1)]) {
      expect(() => root.add(late, value(1))).toThrow(expect.objectContaining({ code: "unsorted_keys" }));
    }
  });
});
