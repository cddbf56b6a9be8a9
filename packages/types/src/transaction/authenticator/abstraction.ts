import { bytes, type Codec, enumeration, string, struct } from "@ledger/bcs";
import { Address, formatAddress } from "../../address.ts";

/** A function that authenticates for an account. */
export interface FunctionInfo {
  readonly moduleAddress: Address;
  readonly moduleName: string;
  readonly functionName: string;
}

/** Writes a function as `0xcafe::auth::check`. */
export function formatFunctionInfo({ moduleAddress, moduleName, functionName }: FunctionInfo): string {
  return `${formatAddress(moduleAddress)}::${moduleName}::${functionName}`;
}

/** BCS of {@link FunctionInfo}. */
export const FunctionInfo: Codec<FunctionInfo> = struct("FunctionInfo", {
  moduleAddress: Address,
  moduleName: string,
  functionName: string,
});

/** The input of the authenticating function. */
export type AbstractAuthenticationData =
  | { readonly kind: "V1"; readonly value: AbstractAuthenticationV1 }
  | {
      readonly kind: "DerivableV1";
      /** `abstractPublicKey` is the identity from which the account's address is derived. */
      readonly value: AbstractAuthenticationV1 & { readonly abstractPublicKey: Uint8Array };
    };

/** Members that both variants have. */
export interface AbstractAuthenticationV1 {
  readonly signingMessageDigest: Uint8Array;
  readonly abstractSignature: Uint8Array;
}

const v1 = { signingMessageDigest: bytes, abstractSignature: bytes };

/** BCS of {@link AbstractAuthenticationData}. */
export const AbstractAuthenticationData: Codec<AbstractAuthenticationData> = enumeration("AbstractAuthenticationData", {
  V1: struct("V1", v1),
  DerivableV1: struct("DerivableV1", { ...v1, abstractPublicKey: bytes }),
});

/** Authentication by a function of the account's choice. */
export interface AbstractAuthenticator {
  readonly functionInfo: FunctionInfo;
  readonly authData: AbstractAuthenticationData;
}

/** BCS of {@link AbstractAuthenticator}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.4 | Specification, chain types 3.4} */
export const AbstractAuthenticator: Codec<AbstractAuthenticator> = struct("AbstractAuthenticator", {
  functionInfo: FunctionInfo,
  authData: AbstractAuthenticationData,
});
