import { type AccountAuthenticator, type Address, type AnyPublicKey, bytesToHex } from "@ledger/types";
import { type Features, feature, type VmEnvironment } from "@ledger/vm";
import { Discard } from "../status/discard.ts";
import { sendersOf, type TransactionParts } from "../transaction/transaction-parts.ts";

/** Multipliers of the usual limits must lie above the first and not above the second, in basis points. */
const UNCHANGED_LIMITS_BPS = 100n;
const MAX_LIMITS_BPS = 10_000n;

/**
 * The checks of a transaction's form that need nothing but the features in force, in the reference's order.
 *
 * @throws {@link Discard}
 * @see Ledger specification, execution §2.3
 */
export function checkShape({ features }: VmEnvironment, parts: TransactionParts): void {
  checkLimitsRequest(features, parts);
  checkDuplicates(sendersOf(parts));
  const proofs = [parts.sender.authenticator, ...parts.secondaryProofs];
  const all = parts.feePayer ? [...proofs, parts.feePayer.authenticator] : proofs;
  for (const proof of all) checkScheme(features, proof);
  if (proofs.length !== 1 + parts.secondarySigners.length) {
    throw new Discard("INVALID_NUMBER_OF_AUTHENTICATION_PROOFS");
  }
  checkPayload(features, parts);
}

/**
 * What is known only after the gas checks: an empty payload needs a multisig account, whose scripts need a feature.
 *
 * @throws {@link Discard}
 * @see Ledger specification, execution §2.4
 */
export function checkExecutable({ features }: VmEnvironment, { executable, multisigAddress }: TransactionParts): void {
  if (executable?.kind === "Empty" && multisigAddress === undefined) throw new Discard("EMPTY_PAYLOAD_PROVIDED");
  if (executable?.kind === "Script" && multisigAddress !== undefined && !features.has(feature.multisigScript)) {
    throw new Discard("FEATURE_UNDER_GATING", "a multisig account cannot run scripts here");
  }
}

function checkLimitsRequest(features: Features, { limitsRequest }: TransactionParts): void {
  if (limitsRequest === undefined) return;
  const isKnown = features.has(feature.transactionLimits) && features.has(feature.versionedTransactionValidation);
  if (!isKnown) throw new Discard("FEATURE_UNDER_GATING", "higher limits cannot be requested here");
  const { executionBps, ioBps } = limitsRequest.value.multipliers.value;
  for (const multiplier of [executionBps, ioBps]) {
    if (multiplier <= UNCHANGED_LIMITS_BPS || multiplier > MAX_LIMITS_BPS) {
      throw new Discard("INVALID_HIGH_TXN_LIMITS_MULTIPLIER");
    }
  }
}

/** The fee payer may repeat one of the signers. */
function checkDuplicates(signers: readonly Address[]): void {
  if (new Set(signers.map((signer) => bytesToHex(signer))).size !== signers.length) {
    throw new Discard("SIGNERS_CONTAIN_DUPLICATES");
  }
}

function checkScheme(features: Features, authenticator: AccountAuthenticator): void {
  switch (authenticator.kind) {
    case "SingleKey":
      checkKey(features, authenticator.value.publicKey);
      return;
    case "MultiKey":
      for (const key of authenticator.value.publicKeys.publicKeys) checkKey(features, key);
      return;
    case "Abstract": {
      const isDerivable = authenticator.value.authData.kind === "DerivableV1";
      const needed = isDerivable ? feature.derivableAccountAbstraction : feature.accountAbstraction;
      checkFeature(features, needed, "account abstraction");
      return;
    }
    default:
      return;
  }
}

function checkKey(features: Features, { kind }: AnyPublicKey): void {
  switch (kind) {
    case "Secp256r1Ecdsa":
      checkFeature(features, feature.webAuthn, "WebAuthn");
      return;
    case "Keyless":
      checkFeature(features, feature.keyless, "keyless accounts");
      return;
    case "FederatedKeyless":
      checkFeature(features, feature.federatedKeyless, "federated keyless accounts");
      return;
    case "SlhDsa_Sha2_128s":
      checkFeature(features, feature.slhDsa, "SLH-DSA");
      return;
    default:
      return;
  }
}

function checkPayload(features: Features, { payloadKind, replayProtector }: TransactionParts): void {
  if (payloadKind === "Payload") checkFeature(features, feature.transactionPayloadV2, "this form of payload");
  if (replayProtector.kind === "Nonce") {
    checkFeature(features, feature.orderlessTransactions, "orderless transactions");
  }
  // Nobody can decrypt here, and module bundles have not been run since 2022.
  if (payloadKind === "EncryptedPayload" || payloadKind === "ModuleBundle") {
    throw new Discard("FEATURE_UNDER_GATING", "this form of payload is not supported");
  }
}

function checkFeature(features: Features, needed: number, noun: string): void {
  if (!features.has(needed)) throw new Discard("FEATURE_UNDER_GATING", `${noun} is not enabled here`);
}
