import { generateKeyPairSync, sign } from "node:crypto";
import { Ed25519PrivateKey, EphemeralKeyPair, KeylessPublicKey } from "@aptos-labs/ts-sdk";
import { bytes, string, vector } from "@ledger/bcs";
import type { InstructionSpec } from "@ledger/move";
import {
  type Address,
  type AnyPublicKey,
  type AnySignature,
  type EphemeralCertificate,
  functionCall,
  keylessSigningMessage,
  singleKeyAuthenticationKey,
  type TransactionPayload,
} from "@ledger/types";
import { governanceScript } from "./governance.ts";

const encoder = new TextEncoder();
const stringType = "0x1::string::String";

/** A provider of identities with a key of its own, which is another one in each run. */
export class IdentityProvider {
  readonly issuer: string;
  readonly #keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  readonly #kid = "the only key";

  constructor(issuer: string) {
    this.issuer = issuer;
  }

  /** Publishes the key as governance does, for the whole chain. */
  publish(): TransactionPayload {
    const text = (value: string): InstructionSpec[] => [
      ["ld_const", "vector<u8>", bytes.encode(encoder.encode(value))],
      ["call", "0x1::string::utf8"],
    ];
    const [newKey, newPatch] = ["0x1::jwks::new_rsa_jwk", "0x1::jwks::new_patch_upsert_jwk"];
    return governanceScript(
      [
        { function: "0x1::string::utf8", params: ["vector<u8>"], returns: [stringType] },
        { function: newKey, params: Array.from({ length: 4 }, () => stringType), returns: ["0x1::jwks::JWK"] },
        { function: newPatch, params: ["vector<u8>", "0x1::jwks::JWK"], returns: ["0x1::jwks::Patch"] },
        { function: "0x1::jwks::set_patches", params: ["&signer", "vector<0x1::jwks::Patch>"] },
      ],
      [
        ["imm_borrow_loc", 1],
        ["ld_const", "vector<u8>", bytes.encode(encoder.encode(this.issuer))],
        ...this.#members().flatMap(text),
        ["call", newKey],
        ["call", newPatch],
        ["vec_pack", "0x1::jwks::Patch", 1],
        ["call", "0x1::jwks::set_patches"],
      ],
    );
  }

  /** Publishes the key as an account does, for those who name it. */
  publishFederated(): ReturnType<typeof functionCall> {
    const lists = this.#members().map((member) => vector(string).encode([member]));
    return functionCall("0x1::jwks::update_federated_jwk_set", [bytes.encode(encoder.encode(this.issuer)), ...lists]);
  }

  /** Gives a user a token. */
  token(claims: Readonly<Record<string, unknown>>): Token {
    const header = JSON.stringify({ alg: "RS256", kid: this.#kid, typ: "JWT" });
    const payload = JSON.stringify({ iss: this.issuer, ...claims });
    const signed = [header, payload].map((part) => Buffer.from(part).toString("base64url")).join(".");
    return { header, payload, signature: sign("RSA-SHA256", encoder.encode(signed), this.#keys.privateKey) };
  }

  /** Name, algorithm, exponent and modulus of the key. */
  #members(): string[] {
    const { e, n } = this.#keys.publicKey.export({ format: "jwk" });
    return [this.#kid, "RS256", e!, n!];
  }
}

interface Token {
  readonly header: string;
  readonly payload: string;
  readonly signature: Uint8Array;
}

/** A user of a provider, with an account whose key is that identity. */
export interface KeylessUser {
  readonly address: Address;
  readonly key: AnyPublicKey;
  /** Signs as a session that began a minute before. The token itself is the proof. */
  sign(message: Uint8Array, nowSecs: bigint): AnySignature;
}

/**
 * Makes a user of a provider. The commitment to the identity and the nonce of the token are made by the official client.
 *
 * @param jwkAddr - the account that vouches for the provider, where the chain does not
 */
export function keylessUser(provider: IdentityProvider, name: string, jwkAddr?: Address): KeylessUser {
  const aud = "cafe.example";
  const uidKey = jwkAddr === undefined ? "sub" : "email";
  const pepper = new Uint8Array(31).fill(5);
  const blinder = new Uint8Array(31).fill(6);
  const identity = { iss: provider.issuer, uidKey, uidVal: name, aud, pepper };
  const pk = { issVal: provider.issuer, idc: KeylessPublicKey.create(identity).idCommitment };
  const key: AnyPublicKey =
    jwkAddr === undefined ? { kind: "Keyless", value: pk } : { kind: "FederatedKeyless", value: { jwkAddr, pk } };
  const privateKey = new Ed25519PrivateKey(new Uint8Array(32).fill(7));
  return {
    address: singleKeyAuthenticationKey(key),
    key,
    sign(message, nowSecs) {
      const began = Number(nowSecs) - 60;
      const session = new EphemeralKeyPair({ privateKey, expiryDateSecs: began + 3_600, blinder });
      const user = uidKey === "sub" ? { sub: name } : { sub: "1", email: name, email_verified: true };
      const token = provider.token({ ...user, aud, iat: began, exp: began + 3_600, nonce: session.nonce });
      const cert: EphemeralCertificate = {
        kind: "OpenIdSig",
        value: {
          jwtSig: token.signature,
          jwtPayloadJson: token.payload,
          uidKey,
          epkBlinder: blinder,
          pepper,
          idcAudVal: undefined,
        },
      };
      const signature = privateKey.sign(keylessSigningMessage(message, cert)).toUint8Array();
      return {
        kind: "Keyless",
        value: {
          cert,
          jwtHeaderJson: token.header,
          expDateSecs: BigInt(session.expiryDateSecs),
          ephemeralPubkey: { kind: "Ed25519", value: privateKey.publicKey().toUint8Array() },
          ephemeralSignature: { kind: "Ed25519", value: signature },
        },
      };
    },
  };
}
