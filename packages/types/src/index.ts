export {
  ADDRESS_LENGTH,
  Address,
  addressesEqual,
  bytesToAddress,
  formatAddress,
  formatAddressLong,
  isAddress,
  parseAddress,
} from "./address.ts";
export { TypesError, type TypesErrorCode, type TypesErrorOptions } from "./errors.ts";
export { bytesToHash, formatHash, HASH_LENGTH, HashValue, parseHash } from "./hash-value.ts";
export { domainSeed, type HashDomain, hashInDomain } from "./hashing/domain.ts";
export {
  ACCUMULATOR_PLACEHOLDER_HASH,
  PRE_GENESIS_BLOCK_ID,
  SPARSE_MERKLE_PLACEHOLDER_HASH,
  ZERO_HASH,
} from "./hashing/literal-hash.ts";
export { sha3_256 } from "./hashing/sha3.ts";
export { Identifier, isIdentifier, MAX_IDENTIFIER_LENGTH, parseIdentifier } from "./identifier.ts";
export { BitVec, createBitVec, hasBit, setBits } from "./ledger/bit-vec.ts";
export { EpochState, quorumVotingPower, ValidatorConsensusInfo, ValidatorVerifier } from "./ledger/epoch-state.ts";
export {
  AggregateSignature,
  BlockInfo,
  EpochChangeProof,
  LedgerInfo,
  LedgerInfoWithSignatures,
} from "./ledger/ledger-info.ts";
export type { LedgerRecord } from "./ledger-record.ts";
export { type AccumulatorDomain, accumulatorRoot } from "./merkle/accumulator.ts";
export { AccumulatorFrontier, type AccumulatorFrontierState } from "./merkle/accumulator-frontier.ts";
export {
  extendAccumulator,
  frontierBeforeRange,
  proveAccumulatorConsistency,
  proveAccumulatorLeaf,
  proveAccumulatorRange,
  verifyAccumulatorProof,
  verifyAccumulatorRangeProof,
} from "./merkle/accumulator-proof.ts";
export {
  AccumulatorConsistencyProof,
  AccumulatorProof,
  AccumulatorRangeProof,
  SparseMerkleLeaf,
  SparseMerkleProof,
  SparseMerkleRangeProof,
  TransactionAccumulatorSummary,
} from "./merkle/proofs.ts";
export {
  hashSparseMerkleLeaf,
  hashSparseMerkleNode,
  type SparseMerkleEntry,
  stateRoot,
} from "./merkle/sparse-merkle.ts";
export {
  verifySparseMerkleProof,
  verifySparseMerkleRange,
  verifySparseMerkleRangeProof,
} from "./merkle/sparse-merkle-proof.ts";
export { SparseMerkleTree, type SparseMerkleUpdate } from "./merkle/sparse-merkle-tree.ts";
export {
  type EntryFunctionId,
  formatEntryFunctionId,
  formatModuleId,
  ModuleId,
  parseEntryFunctionId,
  parseModuleId,
} from "./module-id.ts";
export {
  accountKeyPrefix,
  decodeStateKey,
  encodeStateKey,
  formatCursor,
  moduleKey,
  parseCursor,
  resourceGroupKey,
  resourceKey,
  stateKeyTags,
  tableItemKey,
} from "./state/encoded-key.ts";
export { AccessPath, Path, StateKey, type TableItemKey, TradingNativeKey } from "./state/state-key.ts";
export { bytesEqual, compareBytes, concatBytes } from "./text/bytes.ts";
export { bytesToHex, formatHex, hexToBytes, parseHex } from "./text/hex.ts";
export {
  type IntegerType,
  isInRange,
  MAX_NUMBER_TEXT_LENGTH,
  parseI64,
  parseI128,
  parseI256,
  parseInteger,
  parseU8,
  parseU16,
  parseU32,
  parseU64,
  parseU128,
  parseU256,
} from "./text/number.ts";
export { quoteText } from "./text/quote.ts";
export { structTagsEqual, typeTagsEqual } from "./type-tag/equality.ts";
export { formatCanonicalStructTag, formatCanonicalTypeTag, formatStructTag, formatTypeTag } from "./type-tag/format.ts";
export { parseStructTag, parseTypeTag } from "./type-tag/parse.ts";
export {
  type FunctionParamOrReturnTag,
  FunctionTag,
  MAX_TYPE_TAG_NESTING,
  type PrimitiveKind,
  StructTag,
  TypeTag,
} from "./type-tag/type-tag.ts";
