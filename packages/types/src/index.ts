export {
  Address,
  addressesEqual,
  addressLength,
  bytesToAddress,
  formatAddress,
  formatAddressLong,
  isAddress,
  parseAddress,
} from "./address.ts";
export { AggregateSignature } from "./aggregate-signature.ts";
export { type Awaitable, whenReady } from "./awaitable.ts";
export { BitVec, createBitVec, hasBit, setBits } from "./bit-vec.ts";
export {
  authenticationKey,
  derivableAbstractionAddress,
  ed25519AuthenticationKey,
  multiEd25519AuthenticationKey,
  multiKeyAuthenticationKey,
  singleKeyAuthenticationKey,
} from "./derive/authentication-key.ts";
export {
  aptCoinTag,
  aptMetadataAddress,
  collectionAddress,
  derivedObjectAddress,
  guidObjectAddress,
  namedObjectAddress,
  pairedMetadataAddress,
  primaryStoreAddress,
  tokenAddress,
} from "./derive/object-address.ts";
export {
  multisigAccountAddress,
  resourceAccountAddress,
  stakingContractPoolAddress,
  vestingContractAddress,
} from "./derive/resource-account.ts";
export { type DerivationScheme, derivationSchemes } from "./derive/scheme.ts";
export {
  hashSession,
  type OrderlessSession,
  type SequencedSession,
  SessionId,
  tableHandleAddress,
  uniqueAddress,
} from "./derive/session.ts";
export { type ErrorCode, errorCodes } from "./error-code.ts";
export { TypesError, type TypesErrorCode, type TypesErrorOptions } from "./errors.ts";
export { ContractEvent, ContractEvents, type ContractEventV1, type ContractEventV2 } from "./event/contract-event.ts";
export { EventHandle, EventKey } from "./event/event-key.ts";
export { type EventTopic, eventAccountTopic, eventTopics, eventTypeTopic } from "./event/event-topics.ts";
export { AccountResource, statelessAccount } from "./framework/account.ts";
export { BlockResource, NewBlockEvent } from "./framework/block.ts";
export { ChainIdResource, CurrentTimeMicroseconds, StateStorageUsage } from "./framework/chain.ts";
export { CoinStore } from "./framework/coin.ts";
export { FeaturesResource } from "./framework/features.ts";
export { frameworkAddress, frameworkKey, frameworkTag } from "./framework/framework-tag.ts";
export { balanceOf, ConcurrentFungibleBalance, FungibleStore } from "./framework/fungible-asset.ts";
export { type GasEntry, GasScheduleV1, GasScheduleV2, StorageGas } from "./framework/gas-schedule.ts";
export { heldAmount } from "./framework/held-amount.ts";
export { findGroupMember, ObjectCore, ResourceGroup } from "./framework/object.ts";
export { PackageMetadata } from "./framework/package-metadata.ts";
export { Configuration, isNewEpochEvent } from "./framework/reconfiguration.ts";
export { type ValidatorConfig, ValidatorInfo, ValidatorSet } from "./framework/stake.ts";
export { bytesToHash, formatHash, HashValue, hashLength, parseHash } from "./hash-value.ts";
export { domainSeed, type HashDomain, hashInDomain, hashPairInDomain } from "./hashing/domain.ts";
export {
  accumulatorPlaceholderHash,
  preGenesisBlockId,
  sparseMerklePlaceholderHash,
  zeroHash,
} from "./hashing/literal-hash.ts";
export { sha3_256 } from "./hashing/sha3.ts";
export { hashHotStateValue, hashStateKey, hashStateValue, hashStoredValue } from "./hashing/state-hash.ts";
export { Identifier, isIdentifier, maxIdentifierLength, parseIdentifier } from "./identifier.ts";
export {
  blsPublicKeyLength,
  EpochState,
  quorumVotingPower,
  ValidatorConsensusInfo,
  ValidatorVerifier,
} from "./ledger/epoch-state.ts";
export { deriveGenesis, type Genesis } from "./ledger/genesis.ts";
export {
  hashAuxiliaryInfo,
  hashEvent,
  hashLedgerInfo,
  hashSignedTransaction,
  hashTransaction,
  hashTransactionInfo,
  hashWriteSet,
} from "./ledger/ledger-hash.ts";
export {
  BlockInfo,
  EpochChangeProof,
  LedgerInfo,
  LedgerInfoWithSignatures,
} from "./ledger/ledger-info.ts";
export { nextEpochState, validatorVerifier } from "./ledger/next-epoch.ts";
export {
  TransactionInfoListWithProof,
  TransactionInfoWithProof,
  TransactionListWithProof,
  TransactionOutput,
  TransactionStatus,
  verifyTransactionInfo,
  verifyTransactionInfoList,
} from "./ledger/transaction-proof.ts";
export { computeWaypoint, formatWaypoint, parseWaypoint, Waypoint } from "./ledger/waypoint.ts";
export { LedgerRecord } from "./ledger-record.ts";
export { LruCache } from "./lru-cache.ts";
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
export { SortedStateRoot } from "./merkle/sorted-state-root.ts";
export {
  bitAt,
  firstWithBit,
  hashSparseMerkleLeaf,
  hashSparseMerkleNode,
  type SparseMerkleEntry,
  stateRoot,
} from "./merkle/sparse-merkle.ts";
export {
  mergeSparseMerkleProofs,
  type ProvedKey,
  type SparseMerkleEnd,
  type SparseMerkleMultiproof,
  sparseMerkleMultiproofRoot,
} from "./merkle/sparse-merkle-multiproof.ts";
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
  abstractionSigningDigest,
  feePayerSigningMessage,
  keylessSigningMessage,
  multiAgentSigningMessage,
  signingMessage,
  signingMessageDigest,
} from "./signing/signing-message.ts";
export { describeStateKey } from "./state/describe-state-key.ts";
export {
  accountKeyPrefix,
  accountPrefixLength,
  accountPrefixOf,
  compareStateItems,
  decodeStateKey,
  encodeStateKey,
  formatCursor,
  isAccountPrefix,
  moduleKey,
  parseCursor,
  resourceGroupKey,
  resourceKey,
  stateKeyTags,
  stateKeyToBcs,
  tableItemKey,
} from "./state/encoded-key.ts";
export { AccessPath, Path, StateKey, type TableItemKey, TradingNativeKey } from "./state/state-key.ts";
export { DataWithMetadata, StateValue, StateValueMetadata } from "./state/state-value.ts";
export type { StateItem, StateView } from "./state/state-view.ts";
export { type StateWrite, sparseMerkleUpdate, stateItemSize, stateWrites } from "./state/state-write.ts";
export {
  WriteOp,
  WriteSet,
  type WriteSetV1,
  writeOpData,
  writeOpMetadata,
  writeOpToStateValue,
  writesOf,
} from "./state/write-set.ts";
export { bytesEqual, compareBytes, concatBytes, mapKey } from "./text/bytes.ts";
export { bytesToHex, formatHex, hexToBytes, parseHex } from "./text/hex.ts";
export {
  type IntegerType,
  isInRange,
  maxNumberTextLength,
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
export {
  AbstractAuthenticationData,
  type AbstractAuthenticationV1,
  AbstractAuthenticator,
  FunctionInfo,
  formatFunctionInfo,
} from "./transaction/authenticator/abstraction.ts";
export {
  AccountAuthenticator,
  type KeyAndSignature,
  MultiKeyAuthenticator,
  SingleKeyAuthenticator,
} from "./transaction/authenticator/account-authenticator.ts";
export {
  EphemeralCertificate,
  EphemeralPublicKey,
  EphemeralSignature,
  FederatedKeylessPublicKey,
  KeylessPublicKey,
  KeylessSignature,
  OpenIdSig,
  ZeroKnowledgeSig,
  Zkp,
} from "./transaction/authenticator/keyless.ts";
export { AnyPublicKey, AnySignature, MultiKey } from "./transaction/authenticator/keys.ts";
export {
  decodeMultiEd25519PublicKey,
  decodeMultiEd25519Signature,
  encodeMultiEd25519PublicKey,
  encodeMultiEd25519Signature,
  type MultiEd25519PublicKey,
  type MultiEd25519Signature,
} from "./transaction/authenticator/multi-ed25519.ts";
export {
  type FeePayerAuthenticator,
  type MultiAgentAuthenticator,
  TransactionAuthenticator,
} from "./transaction/authenticator/transaction-authenticator.ts";
export { AssertionSignature, PartialAuthenticatorAssertionResponse } from "./transaction/authenticator/webauthn.ts";
export { PersistedAuxiliaryInfo } from "./transaction/auxiliary-info.ts";
export {
  BlockEndInfo,
  BlockEpiloguePayload,
  type BlockEpilogueV0,
  type BlockEpilogueV1,
  type BlockEpilogueV2,
  FeeDistribution,
} from "./transaction/block-epilogue.ts";
export {
  BlockDecryptionKey,
  BlockDecryptionPayload,
  BlockMetadata,
  BlockMetadataExt,
  type RandMetadata,
  Randomness,
} from "./transaction/block-metadata.ts";
export { decodeTransaction } from "./transaction/decode-transaction.ts";
export {
  Ciphertext,
  type ClaimedEntryFunction,
  DecryptedPlaintext,
  decryptionFailureReasons,
  EncryptedPayload,
  SubmittedEncryptedPayload,
  submittedPayload,
} from "./transaction/encrypted-payload.ts";
export { EntryFunction, functionCall, functionIdOf, Script, TransactionExecutable } from "./transaction/executable.ts";
export { AbortInfo, AbortLocation, ExecutionStatus } from "./transaction/execution-status.ts";
export {
  TransactionExtraConfig,
  type TransactionExtraConfigV1,
  type TransactionExtraConfigV2,
  UserTxnLimitsMultipliers,
  UserTxnLimitsRequest,
} from "./transaction/extra-config.ts";
export { OnChainRecord, TransactionData, TransactionOnChainData } from "./transaction/on-chain-data.ts";
export {
  calledFunction,
  calledFunctionName,
  ModuleBundle,
  Multisig,
  MultisigTransactionPayload,
  payloadExecutable,
  payloadExtraConfig,
  payloadMultisigAddress,
  TransactionPayload,
  TransactionPayloadInner,
} from "./transaction/payload.ts";
export { RawTransactionWithData } from "./transaction/raw-transaction-with-data.ts";
export { orderlessSequenceNumber, ReplayProtector } from "./transaction/replay-protector.ts";
export type { Submission, SubmissionErrorCode } from "./transaction/submission.ts";
export { ChangeSet, hashedTransactionBytes, Transaction, WriteSetPayload } from "./transaction/transaction.ts";
export { TransactionArgument } from "./transaction/transaction-argument.ts";
export {
  TransactionInfo,
  type TransactionInfoCommon,
  type TransactionInfoV0,
  type TransactionInfoV1,
} from "./transaction/transaction-info.ts";
export { TransactionSummary } from "./transaction/transaction-summary.ts";
export {
  RawTransaction,
  replayProtectorOf,
  SignedTransaction,
  submittedTransaction,
} from "./transaction/user-transaction.ts";
export {
  ChunkyDkgResult,
  DkgTranscript,
  MoveAny,
  ProviderJwks,
  QuorumCertifiedUpdate,
  ValidatorTransaction,
} from "./transaction/validator-transaction.ts";
export { structTagsEqual, typeTagsEqual } from "./type-tag/equality.ts";
export { formatCanonicalStructTag, formatCanonicalTypeTag, formatStructTag, formatTypeTag } from "./type-tag/format.ts";
export { parseStructTag, parseTypeTag } from "./type-tag/parse.ts";
export {
  type FunctionParamOrReturnTag,
  FunctionTag,
  maxTypeTagNesting,
  type PrimitiveKind,
  primitiveWords,
  StructTag,
  TypeTag,
} from "./type-tag/type-tag.ts";
