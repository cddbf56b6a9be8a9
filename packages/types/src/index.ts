export type { HashValue } from "./hash-value.ts";
export { HASH_LENGTH } from "./hash-value.ts";
export { domainSeed, type HashDomain, hashInDomain } from "./hashing/domain.ts";
export {
  ACCUMULATOR_PLACEHOLDER_HASH,
  PRE_GENESIS_BLOCK_ID,
  SPARSE_MERKLE_PLACEHOLDER_HASH,
  ZERO_HASH,
} from "./hashing/literal-hash.ts";
export { sha3_256 } from "./hashing/sha3.ts";
