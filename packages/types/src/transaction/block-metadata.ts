import { bytes, type Codec, enumeration, option, struct, u32, u64, vector } from "@ledger/bcs";
import { Address } from "../address.ts";
import { HashValue } from "../hash-value.ts";

/** The first transaction of a block: what consensus says about it. */
export interface BlockMetadata {
  /** Block id. */
  readonly id: HashValue;
  readonly epoch: bigint;
  readonly round: bigint;
  readonly proposer: Address;
  /** Bit per validator index: who voted for the previous block. */
  readonly previousBlockVotesBitvec: Uint8Array;
  /** Validator indices of the proposers whose rounds failed since the previous block. */
  readonly failedProposerIndices: readonly number[];
  /** Microseconds since the Unix epoch. */
  readonly timestampUsecs: bigint;
}

const fields = {
  id: HashValue,
  epoch: u64,
  round: u64,
  proposer: Address,
  previousBlockVotesBitvec: bytes,
  failedProposerIndices: vector(u32),
  timestampUsecs: u64,
};

/** BCS of block metadata. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.6 | Specification, chain types 3.6} */
export const BlockMetadata: Codec<BlockMetadata> = struct("BlockMetadata", fields);

/** The place that randomness or a key belongs to. */
export interface RandMetadata {
  readonly epoch: bigint;
  readonly round: bigint;
}

const RandMetadata: Codec<RandMetadata> = struct("RandMetadata", { epoch: u64, round: u64 });

/** The random seed of a block. */
export interface Randomness {
  readonly metadata: RandMetadata;
  readonly randomness: Uint8Array;
}

/** BCS of randomness. */
export const Randomness: Codec<Randomness> = struct("Randomness", { metadata: RandMetadata, randomness: bytes });

/** The key that opens the encrypted transactions of a block. */
export interface BlockDecryptionKey {
  readonly metadata: RandMetadata;
  readonly decryptionKey: Uint8Array;
}

/** BCS of a block's decryption key. */
export const BlockDecryptionKey: Codec<BlockDecryptionKey> = struct("BlockDecryptionKey", {
  metadata: RandMetadata,
  decryptionKey: bytes,
});

/** A block's decryption key with the round it was made in. */
export interface BlockDecryptionPayload {
  readonly key: BlockDecryptionKey;
  readonly decryptionRound: bigint;
}

/** BCS of {@link BlockDecryptionPayload}. */
export const BlockDecryptionPayload: Codec<BlockDecryptionPayload> = struct("BlockDecryptionPayload", {
  key: BlockDecryptionKey,
  decryptionRound: u64,
});

/** Block metadata of later protocols. */
export type BlockMetadataExt =
  /** Never stored: it becomes a plain `BlockMetadata` transaction. */
  | { readonly kind: "V0"; readonly value: BlockMetadata }
  | { readonly kind: "V1"; readonly value: BlockMetadata & { readonly randomness: Randomness | undefined } }
  | {
      readonly kind: "V2";
      readonly value: BlockMetadata & {
        readonly randomness: Randomness | undefined;
        readonly decryptionKey: BlockDecryptionKey | undefined;
      };
    }
  | {
      readonly kind: "V3";
      readonly value: BlockMetadata & {
        readonly randomness: Randomness | undefined;
        readonly decryptionPayload: BlockDecryptionPayload | undefined;
      };
    };

/**
 * BCS of extended block metadata. V3 follows the layout that the Move modules of July 2026 agree with; other drafts exist.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.6 | Specification, chain types 3.6}
 */
export const BlockMetadataExt: Codec<BlockMetadataExt> = enumeration("BlockMetadataExt", {
  V0: BlockMetadata,
  V1: struct("BlockMetadataWithRandomness", { ...fields, randomness: option(Randomness) }),
  V2: struct("BlockMetadataExtV2", {
    ...fields,
    randomness: option(Randomness),
    decryptionKey: option(BlockDecryptionKey),
  }),
  V3: struct("BlockMetadataExtV3", {
    ...fields,
    randomness: option(Randomness),
    decryptionPayload: option(BlockDecryptionPayload),
  }),
});
