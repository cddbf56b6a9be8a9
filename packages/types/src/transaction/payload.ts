import { bytes, type Codec, enumeration, option, struct, vector } from "@ledger/bcs";
import { Address } from "../address.ts";
import { formatEntryFunctionId } from "../module-id.ts";
import { EncryptedPayload, submittedPayload } from "./encrypted-payload.ts";
import { EntryFunction, functionIdOf, Script, TransactionExecutable } from "./executable.ts";
import { TransactionExtraConfig } from "./extra-config.ts";

/** A call that a multisig account makes. */
export type MultisigTransactionPayload =
  | { readonly kind: "EntryFunction"; readonly value: EntryFunction }
  | { readonly kind: "Script"; readonly value: Script };

/** BCS of {@link MultisigTransactionPayload}. */
export const MultisigTransactionPayload: Codec<MultisigTransactionPayload> = enumeration("MultisigTransactionPayload", {
  EntryFunction,
  Script,
});

/** Runs the next approved transaction of a multisig account. */
export interface Multisig {
  readonly multisigAddress: Address;
  /** The call, where the chain holds only its hash. */
  readonly transactionPayload: MultisigTransactionPayload | undefined;
}

/** BCS of {@link Multisig}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.2 | Specification, chain types 3.2} */
export const Multisig: Codec<Multisig> = struct("Multisig", {
  multisigAddress: Address,
  transactionPayload: option(MultisigTransactionPayload),
});

/** The versioned payload: an executable and its settings apart. Only here can a nonce travel. */
export type TransactionPayloadInner = {
  readonly kind: "V1";
  readonly value: { readonly executable: TransactionExecutable; readonly extraConfig: TransactionExtraConfig };
};

/** BCS of {@link TransactionPayloadInner}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.2 | Specification, chain types 3.2} */
export const TransactionPayloadInner: Codec<TransactionPayloadInner> = enumeration("TransactionPayloadInner", {
  V1: struct("TransactionPayloadInnerV1", { executable: TransactionExecutable, extraConfig: TransactionExtraConfig }),
});

/** Modules to publish; removed from the chain before its main network began. */
export interface ModuleBundle {
  /** Bytecode of each module. */
  readonly codes: readonly Uint8Array[];
}

/**
 * BCS of {@link ModuleBundle}: the form of 2022, which published transactions have. Later nodes read a placeholder number in its
 * place, and accept neither.
 */
export const ModuleBundle: Codec<ModuleBundle> = struct("ModuleBundle", { codes: vector(bytes) });

/** The request of a user transaction. */
export type TransactionPayload =
  | { readonly kind: "Script"; readonly value: Script }
  | { readonly kind: "ModuleBundle"; readonly value: ModuleBundle }
  | { readonly kind: "EntryFunction"; readonly value: EntryFunction }
  | { readonly kind: "Multisig"; readonly value: Multisig }
  | { readonly kind: "Payload"; readonly value: TransactionPayloadInner }
  | { readonly kind: "EncryptedPayload"; readonly value: EncryptedPayload };

/** BCS of a payload. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.2 | Specification, chain types 3.2} */
export const TransactionPayload: Codec<TransactionPayload> = enumeration("TransactionPayload", {
  Script,
  ModuleBundle,
  EntryFunction,
  Multisig,
  Payload: TransactionPayloadInner,
  EncryptedPayload,
});

/** The settings of a payload that has any: of the versioned and the encrypted one. */
export function payloadExtraConfig(payload: TransactionPayload): TransactionExtraConfig | undefined {
  switch (payload.kind) {
    case "Payload":
      return payload.value.value.extraConfig;
    case "EncryptedPayload":
      return submittedPayload(payload.value).extraConfig;
    default:
      return undefined;
  }
}

/**
 * The code that a payload runs, whatever its form.
 *
 * @returns `Empty` for a multisig transaction whose call the chain holds; undefined for what does not run: module bundles, and encrypted
 * payloads that were not decrypted
 */
export function payloadExecutable(
  payload: Exclude<TransactionPayload, { readonly kind: "ModuleBundle" | "EncryptedPayload" }>,
): TransactionExecutable;
export function payloadExecutable(payload: TransactionPayload): TransactionExecutable | undefined;
export function payloadExecutable(payload: TransactionPayload): TransactionExecutable | undefined {
  switch (payload.kind) {
    case "Script":
    case "EntryFunction":
      return payload;
    case "Multisig":
      return payload.value.transactionPayload ?? { kind: "Empty" };
    case "Payload":
      return payload.value.value.executable;
    case "EncryptedPayload":
      return payload.value.kind === "Decrypted" ? payload.value.value.decrypted.executable : undefined;
    case "ModuleBundle":
      return undefined;
  }
}

/** The multisig account that runs a payload, where it is one. */
export function payloadMultisigAddress(payload: TransactionPayload): Address | undefined {
  return payload.kind === "Multisig"
    ? payload.value.multisigAddress
    : payloadExtraConfig(payload)?.value.multisigAddress;
}

/** The call of an entry function that a payload is, whatever its form. */
export function calledFunction(payload: TransactionPayload): EntryFunction | undefined {
  const executable = payloadExecutable(payload);
  return executable?.kind === "EntryFunction" ? executable.value : undefined;
}

/** The function that a payload calls, as `0x1::coin::transfer`, or else its kind, such as `script`. */
export function calledFunctionName(payload: TransactionPayload): string {
  const called = calledFunction(payload);
  if (called === undefined)
    return (payload.kind === "Payload" ? payload.value.value.executable : payload).kind.toLowerCase();
  return formatEntryFunctionId(functionIdOf(called));
}
