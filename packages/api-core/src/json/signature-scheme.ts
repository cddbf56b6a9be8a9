import type { AnyPublicKey, AnySignature } from "@ledger/types";

/** A scheme: its kind in BCS, its name in JSON, and whether its value is a structure instead of bytes. */
type Row<Kind> = readonly [kind: Kind, name: string, isStructured?: "structured"];

/** The schemes of keys or of signatures, in the order of their BCS. */
class Schemes<Kind extends string> {
  readonly #rows: readonly Row<Kind>[];

  constructor(rows: readonly Row<Kind>[]) {
    this.#rows = rows;
  }

  /** Name in JSON. */
  nameOf(kind: Kind): string {
    return this.#rows.find((row) => row[0] === kind)![1];
  }

  /** The scheme with a name; `undefined` for names that are none. */
  find(name: string): { readonly kind: Kind; readonly index: number; readonly isStructured: boolean } | undefined {
    const index = this.#rows.findIndex((row) => row[1] === name);
    const row = this.#rows[index];
    return row && { kind: row[0], index, isStructured: row[2] !== undefined };
  }
}

/** Schemes of public keys. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#9.14 | Specification, REST API 9.14} */
export const keySchemes = new Schemes<AnyPublicKey["kind"]>([
  ["Ed25519", "ed25519"],
  ["Secp256k1Ecdsa", "secp256k1_ecdsa"],
  ["Secp256r1Ecdsa", "secp256r1_ecdsa"],
  ["Keyless", "keyless", "structured"],
  ["FederatedKeyless", "federated_keyless", "structured"],
  ["SlhDsa_Sha2_128s", "slh_dsa_sha2_128s"],
]);

/** Schemes of signatures. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#9.14 | Specification, REST API 9.14} */
export const signatureSchemes = new Schemes<AnySignature["kind"]>([
  ["Ed25519", "ed25519"],
  ["Secp256k1Ecdsa", "secp256k1_ecdsa"],
  ["WebAuthn", "web_authn", "structured"],
  ["Keyless", "keyless", "structured"],
  ["SlhDsa_Sha2_128s", "slh_dsa_sha2_128s"],
]);
