import { type HashValue, hashLength } from "../hash-value.ts";
import { asciiToBytes } from "../text/ascii.ts";

/** ASCII text padded with zero bytes to the length of a hash: the chain's way to write constants. */
function literalHash(text: string): HashValue {
  const bytes = new Uint8Array(hashLength);
  bytes.set(asciiToBytes(text));
  return bytes as HashValue;
}

/** Root of an empty accumulator, and every accumulator node beyond the last leaf. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#7 | Specification, chain types 7} */
export const accumulatorPlaceholderHash: HashValue = /* @__PURE__ */ literalHash("ACCUMULATOR_PLACEHOLDER_HASH");

/** Root of an empty (sub)tree of the state. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#7 | Specification, chain types 7} */
export const sparseMerklePlaceholderHash: HashValue = /* @__PURE__ */ literalHash("SPARSE_MERKLE_PLACEHOLDER_HASH");

/** Id of the block before genesis. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#7 | Specification, chain types 7} */
export const preGenesisBlockId: HashValue = /* @__PURE__ */ literalHash("PRE_GENESIS_BLOCK_ID");

/** 32 zero bytes: block id and consensus data hash of genesis. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#13 | Specification, chain types 13} */
export const zeroHash: HashValue = /* @__PURE__ */ literalHash("");
