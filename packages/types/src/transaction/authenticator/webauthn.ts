import { bytes, type Codec, enumeration, struct } from "@ledger/bcs";
import { sizedBytes } from "../../sized-bytes.ts";

/** The signature inside a WebAuthn assertion: r ‖ s, 64 bytes. */
export type AssertionSignature = { readonly kind: "Secp256r1Ecdsa"; readonly value: Uint8Array };

/** BCS of {@link AssertionSignature}. */
export const AssertionSignature: Codec<AssertionSignature> = enumeration("AssertionSignature", {
  Secp256r1Ecdsa: sizedBytes("Secp256r1EcdsaSignature", 64),
});

/** The answer of a passkey: the parts of its assertion that a verifier needs. */
export interface PartialAuthenticatorAssertionResponse {
  readonly signature: AssertionSignature;
  readonly authenticatorData: Uint8Array;
  /** JSON; its `challenge` is the hash of the signing message. */
  readonly clientDataJson: Uint8Array;
}

/** BCS of {@link PartialAuthenticatorAssertionResponse}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.5 | Specification, chain types 3.5} */
export const PartialAuthenticatorAssertionResponse: Codec<PartialAuthenticatorAssertionResponse> = struct(
  "PartialAuthenticatorAssertionResponse",
  { signature: AssertionSignature, authenticatorData: bytes, clientDataJson: bytes },
);
