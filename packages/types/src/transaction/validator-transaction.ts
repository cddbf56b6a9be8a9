import { bytes, type Codec, enumeration, string, struct, u64, vector } from "@ledger/bcs";
import { Address } from "../address.ts";
import { AggregateSignature } from "../aggregate-signature.ts";

/** Result of a distributed key generation, by one of its dealers. */
export interface DkgTranscript {
  readonly metadata: { readonly epoch: bigint; readonly author: Address };
  readonly transcriptBytes: Uint8Array;
}

/** BCS of {@link DkgTranscript}. */
export const DkgTranscript: Codec<DkgTranscript> = struct("DKGTranscript", {
  metadata: struct("DKGTranscriptMetadata", { epoch: u64, author: Address }),
  transcriptBytes: bytes,
});

/** A Move value that names its own type. */
export interface MoveAny {
  readonly typeName: string;
  /** BCS of the value. */
  readonly data: Uint8Array;
}

/** BCS of {@link MoveAny}. */
export const MoveAny: Codec<MoveAny> = struct("Any", { typeName: string, data: bytes });

/** The signing keys of an identity provider. */
export interface ProviderJwks {
  readonly issuer: Uint8Array;
  readonly version: bigint;
  readonly jwks: readonly { readonly variant: MoveAny }[];
}

/** BCS of {@link ProviderJwks}. */
export const ProviderJwks: Codec<ProviderJwks> = struct("ProviderJWKs", {
  issuer: bytes,
  version: u64,
  jwks: vector(struct("JWKMoveStruct", { variant: MoveAny })),
});

/** Provider keys that a quorum of validators observed. */
export interface QuorumCertifiedUpdate {
  readonly update: ProviderJwks;
  readonly multiSig: AggregateSignature;
}

/** BCS of {@link QuorumCertifiedUpdate}. */
export const QuorumCertifiedUpdate: Codec<QuorumCertifiedUpdate> = struct("QuorumCertifiedUpdate", {
  update: ProviderJwks,
  multiSig: AggregateSignature,
});

/** Result of a distributed generation of an encryption key. */
export interface ChunkyDkgResult {
  readonly epoch: bigint;
  readonly author: Address;
  readonly transcript: Uint8Array;
  readonly signature: AggregateSignature;
  readonly encryptionKey: Uint8Array;
}

/** BCS of {@link ChunkyDkgResult}. */
export const ChunkyDkgResult: Codec<ChunkyDkgResult> = struct("ChunkyDKGResult", {
  epoch: u64,
  author: Address,
  transcript: bytes,
  signature: AggregateSignature,
  encryptionKey: bytes,
});

/** A transaction that validators put into a block themselves. */
export type ValidatorTransaction =
  | { readonly kind: "DKGResult"; readonly value: DkgTranscript }
  | { readonly kind: "ObservedJWKUpdate"; readonly value: QuorumCertifiedUpdate }
  | { readonly kind: "ChunkyDKGResult"; readonly value: ChunkyDkgResult };

/** BCS of a validator transaction. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.6 | Specification, chain types 3.6} */
export const ValidatorTransaction: Codec<ValidatorTransaction> = enumeration("ValidatorTransaction", {
  DKGResult: DkgTranscript,
  ObservedJWKUpdate: QuorumCertifiedUpdate,
  ChunkyDKGResult: ChunkyDkgResult,
});
