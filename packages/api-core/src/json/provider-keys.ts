import { BcsError, bytes, string, struct } from "@ledger/bcs";
import { formatHex, type MoveAny, type ProviderJwks } from "@ledger/types";
import { utf8Decoder } from "../contract/utf8.ts";

const RsaJwk = struct("RSA_JWK", { kid: string, kty: string, alg: string, e: string, n: string });
const UnsupportedJwk = struct("UnsupportedJWK", { id: bytes, payload: bytes });

/**
 * The keys of an identity provider, as the validators observed them. A key is known by its members alone; one of a type that is not
 * known here by its type and its bytes.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#9.13 | Specification, REST API 9.13}
 */
export function providerKeysToJson({ issuer, version, jwks }: ProviderJwks): object {
  return {
    issuer: issuerText(issuer),
    version: Number(version),
    jwks: jwks.map(({ variant }) => keyToJson(variant)),
  };
}

/** A URL in all that is real; bytes that are no text are shown in hex. */
function issuerText(issuer: Uint8Array): string {
  try {
    return utf8Decoder.decode(issuer);
  } catch {
    return formatHex(issuer);
  }
}

function keyToJson({ typeName, data }: MoveAny): object {
  try {
    if (typeName === "0x1::jwks::RSA_JWK") return RsaJwk.decode(data);
    if (typeName === "0x1::jwks::UnsupportedJWK") {
      const { id, payload } = UnsupportedJwk.decode(data);
      return { id: [...id], payload: [...payload] };
    }
  } catch (error) {
    if (!(error instanceof BcsError)) throw error;
  }
  return { type: typeName, data: formatHex(data) };
}
