/**
 * Feature flags that the machine, or what runs around it, asks for: numbers of bits in `0x1::features::Features`. Flags that only
 * Move code asks for have no name here.
 *
 * @see Ledger specification, Move VM §7.2; execution §1.2
 */
export const feature = {
  codeDependencyCheck: 1,
  treatFriendAsPrivate: 2,
  binaryFormat6: 5,
  resourceGroups: 9,
  algebraNatives: 12,
  bls12381Structures: 13,
  ed25519WrongLength: 14,
  structConstructors: 15,
  storageSlotMetadata: 19,
  chargeInvariantViolation: 20,
  signerNativeFormat: 25,
  moduleEvent: 26,
  emitFeeStatement: 27,
  storageDeletionRefund: 28,
  saferResourceGroups: 31,
  sponsoredAccountCreation: 34,
  delayedFields: 36,
  limitIdentifierLength: 38,
  binaryFormat7: 40,
  splitResourceGroups: 41,
  bn254Structures: 43,
  refundableBytes: 51,
  abortOnMultisigPayloadMismatch: 70,
  serializedScriptArguments: 72,
  enumTypes: 74,
  resourceAccessControl: 75,
  simulationEnhancement: 78,
  callTreeCache: 83,
  permissionedSigner: 84,
  accountAbstraction: 85,
  binaryFormat8: 86,
  derivableAccountAbstraction: 88,
  functionValues: 89,
  defaultAccountResource: 91,
  transactionPayloadV2: 93,
  orderlessTransactions: 94,
  lazyLoading: 95,
  trustedCode: 100,
  enumOption: 101,
  binaryFormat9: 102,
  frameworkOption: 103,
  binaryFormat10: 106,
  publicStructArguments: 109,
  multisigScript: 110,
  transactionLimits: 111,
  versionedTransactionValidation: 112,
} as const;

/** Name of a flag that the machine knows. */
export type FeatureName = keyof typeof feature;
