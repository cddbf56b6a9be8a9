import { bool, bytes, option, u8, u64, vector } from "@ledger/bcs";
import {
  type AccountAuthenticator,
  Address,
  authenticationKey,
  bytesToHex,
  concatBytes,
  MultisigTransactionPayload,
  ReplayProtector,
  UserTxnLimitsRequest,
} from "@ledger/types";
import type { Rules, VmEnvironment } from "@ledger/vm";
import {
  multisigPayload,
  type Participant,
  type TransactionParts,
  type TransactionSigners,
} from "../context/transaction-parts.ts";
import type { SystemCall } from "../session/system-call.ts";
import { Discard } from "../status/discard.ts";

const addresses = vector(Address);
const keyOption = option(bytes);
const keyOptions = vector(keyOption);
const keys = vector(bytes);
const limitsRequest = option(UserTxnLimitsRequest);

/** A transaction to be validated, with what only the executor knows about it. */
export interface PrologueInput {
  readonly parts: TransactionParts;
  readonly signers: TransactionSigners;
  readonly isSimulation: boolean;
  readonly environment: VmEnvironment;
  /** Authentication keys of accounts that need no proof, by address. */
  readonly impersonated: ReadonlyMap<string, Uint8Array>;
}

/**
 * The function that validates a transaction on its chain, with its arguments.
 *
 * @throws {@link Discard} for an orderless transaction where the chain has no function for it
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.5 | Specification, execution 2.5}
 */
export function prologueCall(input: PrologueInput): SystemCall {
  const { parts, signers, isSimulation, impersonated } = input;
  const { rules } = input.environment;
  const module = "transaction_validation";
  const signer = signers.sender;
  const payer = signers.feePayer ?? signers.sender;
  const rest = [
    u64.encode(parts.gasUnitPrice),
    u64.encode(parts.maxGasAmount),
    u64.encode(parts.expirationTimestampSecs),
    u8.encode(parts.chainId),
  ];
  const simulation = bool.encode(isSimulation);
  const keyOf = ({ address, authenticator }: Participant): Uint8Array | undefined =>
    impersonated.get(bytesToHex(address)) ?? proofKey(authenticator);
  const senderKey = keyOf(parts.sender);
  const payerKey = parts.feePayer && keyOf(parts.feePayer);
  const secondaryKeys = parts.secondaryProofs.map((authenticator, index) =>
    keyOf({ address: parts.secondarySigners[index]!, authenticator }),
  );
  const secondary = addresses.encode(parts.secondarySigners);

  if (rules.versionedTransactionValidation) {
    // An enum value with its one variant; its fields are in the order of the arguments of older functions.
    const args = [
      u8.encode(0),
      ...(rules.feePayerCheck ? [bool.encode(parts.feePayer !== undefined)] : []),
      keyOption.encode(senderKey),
      keyOption.encode(payerKey),
      ReplayProtector.encode(parts.replayProtector),
      secondary,
      keyOptions.encode(secondaryKeys),
      ...rest,
      simulation,
      limitsRequest.encode(parts.limitsRequest),
    ];
    return { module, name: "versioned_prologue", args: [signer, payer, concatBytes(...args)] };
  }
  if (isAbstractionOn(rules)) {
    const hasProtector = rules.transactionPayloadV2;
    const protector = hasProtector ? ReplayProtector.encode(parts.replayProtector) : u64.encode(sequenceNumber(parts));
    const suffix = hasProtector ? "_v2" : "";
    const common = [protector, secondary, keyOptions.encode(secondaryKeys), ...rest, simulation];
    return parts.feePayer
      ? {
          module,
          name: `unified_prologue_fee_payer${suffix}`,
          args: [signer, payer, keyOption.encode(senderKey), keyOption.encode(payerKey), ...common],
        }
      : { module, name: `unified_prologue${suffix}`, args: [signer, keyOption.encode(senderKey), ...common] };
  }
  return legacyPrologue();

  function legacyPrologue(): SystemCall {
    const isExtended = rules.simulationEnhancement;
    const suffix = isExtended ? "_extended" : "";
    const last = isExtended ? [simulation] : [];
    const first = [signer, u64.encode(sequenceNumber(parts)), bytes.encode(senderKey ?? none)];
    const others = [secondary, keys.encode(secondaryKeys.map((key) => key ?? none))];
    if (parts.feePayer) {
      const payerArgs = [Address.encode(parts.feePayer.address), bytes.encode(payerKey ?? none)];
      const args = [...first, ...others, ...payerArgs, ...rest, ...last];
      return { module, name: `fee_payer_script_prologue${suffix}`, args };
    }
    if (parts.secondarySigners.length > 0) {
      return { module, name: `multi_agent_script_prologue${suffix}`, args: [...first, ...others, ...rest, ...last] };
    }
    const args = [...first, ...rest, bytes.encode(parts.scriptHash), ...last];
    return { module, name: `script_prologue${suffix}`, args };
  }
}

/**
 * The check that a multisig account may run what a transaction asks of it.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.5 | Specification, execution 2.5}
 */
export function multisigPrologueCall({ parts, signers, environment }: PrologueInput): SystemCall | undefined {
  const { multisigAddress } = parts;
  if (multisigAddress === undefined) return undefined;
  return {
    module: "multisig_account",
    name: "validate_multisig_transaction",
    args: [
      signers.sender,
      Address.encode(multisigAddress),
      bytes.encode(multisigPayloadBytes(parts, environment.rules)),
    ],
  };
}

/** The payload as the multisig account's functions get it. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.5 | Specification, execution 2.5} */
export function multisigPayloadBytes(parts: TransactionParts, rules: Rules): Uint8Array {
  const payload = multisigPayload(parts);
  if (payload !== undefined) return MultisigTransactionPayload.encode(payload);
  return rules.abortOnMultisigPayloadMismatch ? none : bytes.encode(none);
}

/** True if transactions are validated by the functions that know about account abstraction. */
export function isAbstractionOn(rules: Rules): boolean {
  return rules.accountAbstraction || rules.derivableAccountAbstraction;
}

const none = new Uint8Array();

/** The proof that the prologue compares: keys only; abstract accounts decide by their own function. */
function proofKey(authenticator: AccountAuthenticator): Uint8Array | undefined {
  return authenticator.kind === "Abstract" ? undefined : authenticationKey(authenticator);
}

function sequenceNumber({ replayProtector }: TransactionParts): bigint {
  if (replayProtector.kind === "SequenceNumber") return replayProtector.value;
  throw new Discard("FEATURE_UNDER_GATING", "orderless transactions are not supported here");
}
