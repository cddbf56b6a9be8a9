import {
  type AccountAuthenticator,
  type Address,
  type AnyPublicKey,
  bytesToHex,
  type TransactionAuthenticator,
  type TransactionPayload,
} from "@ledger/types";
import type { Rules, VmEnvironment } from "@ledger/vm";
import { sendersOf, type TransactionParts } from "../context/transaction-parts.ts";
import { Discard } from "../status/discard.ts";

/** Multipliers of the usual limits must lie above the first and not above the second, in basis points. */
const unchangedLimitsBps = 100n;
const maxLimitsBps = 10_000n;

/**
 * The checks of a transaction's signers that come before anything is proved, in the reference's order.
 *
 * @param isApproved - whether governance approved the transaction's script
 * @throws {@link Discard}
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.3 | Specification, execution 2.3}
 */
export function checkSigners({ rules }: VmEnvironment, parts: TransactionParts, isApproved: boolean): void {
  // A script that governance approved has limits of its own.
  if (!isApproved) checkLimitsRequest(rules, parts);
  checkDuplicates(sendersOf(parts));
}

/**
 * Checks that the schemes of the signatures are in use here. Simulations have no signatures.
 *
 * @param form - of the transaction's authenticator
 * @throws {@link Discard}
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.2 | Specification, execution 2.2}
 */
export function checkSchemes(
  { rules }: VmEnvironment,
  parts: TransactionParts,
  form: TransactionAuthenticator["kind"],
): void {
  // Without a key it stands for an account that needs to prove nothing: no other account gets so far.
  if (form === "SingleSender" && parts.sender.authenticator.kind !== "NoAccountAuthenticator") {
    checkFeature(rules, "singleSenderAuthenticator", "this form of authenticator");
  }
  for (const proof of parts.proofs) checkScheme(rules, proof);
}

/**
 * The checks that come between those of keyless accounts and those of abstract ones.
 *
 * @throws {@link Discard}
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.3 | Specification, execution 2.3}
 */
export function checkProofCount({ secondaryProofs, secondarySigners }: TransactionParts): void {
  if (secondaryProofs.length !== secondarySigners.length) {
    throw new Discard("INVALID_NUMBER_OF_AUTHENTICATION_PROOFS");
  }
}

/**
 * The checks of the payload that come after those of gas: an empty payload needs a multisig account, whose scripts need a feature.
 *
 * @throws {@link Discard}
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.4 | Specification, execution 2.4}
 */
export function checkExecutable({ rules }: VmEnvironment, { executable, multisigAddress }: TransactionParts): void {
  if (executable?.kind === "Empty" && multisigAddress === undefined) throw new Discard("EMPTY_PAYLOAD_PROVIDED");
  if (executable?.kind === "Script" && multisigAddress !== undefined && !rules.multisigScript) {
    throw new Discard("FEATURE_UNDER_GATING", "scripts of multisig accounts are not enabled here");
  }
}

function checkLimitsRequest(rules: Rules, { limitsRequest }: TransactionParts): void {
  if (limitsRequest === undefined) return;
  const isKnown = rules.transactionLimits && rules.versionedTransactionValidation;
  if (!isKnown) throw new Discard("FEATURE_UNDER_GATING", "requests for higher limits are not enabled here");
  const { executionBps, ioBps } = limitsRequest.value.multipliers.value;
  for (const multiplier of [executionBps, ioBps]) {
    if (multiplier <= unchangedLimitsBps || multiplier > maxLimitsBps) {
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

function checkScheme(rules: Rules, authenticator: AccountAuthenticator): void {
  switch (authenticator.kind) {
    case "SingleKey":
      checkKey(rules, authenticator.value.publicKey);
      return;
    case "MultiKey":
      for (const key of authenticator.value.publicKeys.publicKeys) checkKey(rules, key);
      return;
    default:
      return;
  }
}

function checkKey(rules: Rules, { kind }: AnyPublicKey): void {
  switch (kind) {
    case "Secp256r1Ecdsa":
      checkFeature(rules, "webAuthn", "WebAuthn");
      return;
    case "SlhDsa_Sha2_128s":
      checkFeature(rules, "slhDsa", "SLH-DSA");
      return;
    default:
      return;
  }
}

/** The feature that a form of payload needs. Module bundles have not been run since 2022. */
const payloadFeatures: Readonly<Record<TransactionPayload["kind"], keyof Rules | "unsupported" | undefined>> = {
  Script: undefined,
  ModuleBundle: "unsupported",
  EntryFunction: undefined,
  Multisig: undefined,
  Payload: "transactionPayloadV2",
  EncryptedPayload: "encryptedTransactions",
};

/**
 * Checks that the form of the payload is in use here.
 *
 * @throws {@link Discard}
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.3 | Specification, execution 2.3}
 */
export function checkPayload({ rules }: VmEnvironment, { payloadKind, replayProtector }: TransactionParts): void {
  const needed = payloadFeatures[payloadKind];
  if (needed !== undefined && needed !== "unsupported") checkFeature(rules, needed, "this form of payload");
  if (replayProtector.kind === "Nonce") {
    checkFeature(rules, "orderlessTransactions", "orderless transactions");
  }
  if (needed === "unsupported") {
    throw new Discard("FEATURE_UNDER_GATING", "this form of payload is not supported");
  }
}

/** @throws {@link Discard} */
export function checkFeature(rules: Rules, needed: keyof Rules, noun: string): void {
  if (!rules[needed]) throw new Discard("FEATURE_UNDER_GATING", `this chain has not enabled ${noun}`);
}
