import { bytes, type Codec, option, string, struct, u16, u32, u64, vector } from "@ledger/bcs";
import {
  type Address,
  CurrentTimeMicroseconds,
  findGroupMember,
  frameworkAddress,
  frameworkKey,
  frameworkTag,
  ProviderJwks,
  ResourceGroup,
  resourceGroupKey,
  resourceKey,
  type StateView,
} from "@ledger/types";

/** `0x1::keyless_account::Configuration`: what the chain asks of keyless signatures. */
export interface KeylessConfiguration {
  /** Audiences that may replace that of an application which no longer exists. */
  readonly overrideAudVals: readonly string[];
  readonly maxSignaturesPerTxn: number;
  /** Seconds. */
  readonly maxExpHorizonSecs: bigint;
  /** Ed25519 key of a service that signs every proof as well, 32 bytes. */
  readonly trainingWheelsPubkey: Uint8Array | undefined;
  readonly maxCommittedEpkBytes: number;
  readonly maxIssValBytes: number;
  readonly maxExtraFieldBytes: number;
  readonly maxJwtHeaderB64Bytes: number;
}

/** BCS of {@link KeylessConfiguration}. */
export const KeylessConfiguration: Codec<KeylessConfiguration> = struct("Configuration", {
  overrideAudVals: vector(string),
  maxSignaturesPerTxn: u16,
  maxExpHorizonSecs: u64,
  trainingWheelsPubkey: option(bytes),
  maxCommittedEpkBytes: u16,
  maxIssValBytes: u16,
  maxExtraFieldBytes: u16,
  maxJwtHeaderB64Bytes: u32,
});

/** `0x1::keyless_account::Groth16VerificationKey`: compressed points. */
export interface Groth16VerificationKey {
  readonly alphaG1: Uint8Array;
  readonly betaG2: Uint8Array;
  readonly gammaG2: Uint8Array;
  readonly deltaG2: Uint8Array;
  /** Two points: the circuit has one public input. */
  readonly gammaAbcG1: readonly Uint8Array[];
}

/** BCS of {@link Groth16VerificationKey}. */
export const Groth16VerificationKey: Codec<Groth16VerificationKey> = struct("Groth16VerificationKey", {
  alphaG1: bytes,
  betaG2: bytes,
  gammaG2: bytes,
  deltaG2: bytes,
  gammaAbcG1: vector(bytes),
});

/** `0x1::jwks::RSA_JWK`: an identity provider's key. */
export interface RsaJwk {
  /** Name of the key. */
  readonly kid: string;
  readonly kty: string;
  readonly alg: string;
  /** Public exponent, base64url. */
  readonly e: string;
  /** Modulus, base64url. */
  readonly n: string;
}

/** BCS of {@link RsaJwk}. */
export const RsaJwk: Codec<RsaJwk> = struct("RSA_JWK", { kid: string, kty: string, alg: string, e: string, n: string });

/** `0x1::jwks::PatchedJWKs` and `0x1::jwks::FederatedJWKs`: the keys of all providers. */
export const Jwks: Codec<readonly ProviderJwks[]> = vector(ProviderJwks);

/** The settings and keys of the chain for keyless accounts. */
export interface KeylessChainState {
  readonly configuration: KeylessConfiguration;
  readonly verificationKey: Groth16VerificationKey | undefined;
  readonly jwks: readonly ProviderJwks[];
  /** Time of the latest block, microseconds. */
  readonly timestampUsecs: bigint;
}

/** Encoded state key of the group that holds the configuration and the verification key. */
const keylessGroupKey: Uint8Array = resourceGroupKey(frameworkAddress, frameworkTag("keyless_account", "Group"));
/** Encoded state key of the keys that validators observed at the identity providers. */
export const patchedJwksKey: Uint8Array = frameworkKey("jwks", "PatchedJWKs");
const timestampKey = frameworkKey("timestamp", "CurrentTimeMicroseconds");
const configurationTag = frameworkTag("keyless_account", "Configuration");
const verificationKeyTag = frameworkTag("keyless_account", "Groth16VerificationKey");
const federatedTag = frameworkTag("jwks", "FederatedJWKs");

/** @returns `undefined` on a chain that knows nothing of keyless accounts */
export async function readKeylessState(state: StateView): Promise<KeylessChainState | undefined> {
  const [group, jwks, time] = await Promise.all([
    state.get(keylessGroupKey),
    state.get(patchedJwksKey),
    state.get(timestampKey),
  ]);
  if (group === undefined || jwks === undefined || time === undefined) return undefined;
  const members = ResourceGroup.decode(group.bytes);
  const configuration = findGroupMember(members, configurationTag);
  const verificationKey = findGroupMember(members, verificationKeyTag);
  return (
    configuration && {
      configuration: KeylessConfiguration.decode(configuration),
      verificationKey: verificationKey && Groth16VerificationKey.decode(verificationKey),
      jwks: Jwks.decode(jwks.bytes),
      timestampUsecs: CurrentTimeMicroseconds.decode(time.bytes).microseconds,
    }
  );
}

/** The providers' keys that an account publishes for its own users. */
export async function readFederatedJwks(state: StateView, address: Address): Promise<readonly ProviderJwks[]> {
  const item = await state.get(resourceKey(address, federatedTag));
  return item === undefined ? [] : Jwks.decode(item.bytes);
}
