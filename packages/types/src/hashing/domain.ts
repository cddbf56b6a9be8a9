import type { HashValue } from "../hash-value.ts";
import { asciiToBytes } from "../text/ascii.ts";
import { sha3_256 } from "./sha3.ts";

/**
 * Serialized names of the hashed types: the domains of the chain's hashes.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#7 | Specification, chain types 7}
 */
export type HashDomain =
  | "Transaction"
  | "TransactionInfo"
  | "RawTransaction"
  | "RawTransactionWithData"
  | "WriteSet"
  | "ContractEvent"
  | "StateKey"
  | "StateValue"
  | "SparseMerkleLeafNode"
  | "SparseMerkleInternal"
  | "TransactionAccumulator"
  | "EventAccumulator"
  | "LedgerInfo"
  | "Ledger2WaypointConverter"
  | "PersistedAuxiliaryInfo"
  | "HotStateValue"
  | "TransactionAndProof"
  | "Groth16ProofAndStatement"
  | "AASigningData"
  | "DecryptedPlaintext"
  | "ProviderJWKs"
  | "SessionId";

/** Text before every type name. Part of each hash, so a chain that renames it has other hashes throughout. */
const prefix = "APTOS::";

// Filled on first use, with at most one entry per HashDomain: importing the package hashes nothing.
const seeds = new Map<string, HashValue>();

/**
 * The 32 bytes that separate the hashes of one type from those of all others: `SHA3-256("APTOS::" ‖ name)`.
 *
 * @returns a shared array; do not write to it
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#7 | Specification, chain types 7}
 */
export function domainSeed(domain: HashDomain): HashValue {
  let seed = seeds.get(domain);
  if (seed === undefined) {
    seed = sha3_256(asciiToBytes(prefix + domain));
    seeds.set(domain, seed);
  }
  return seed;
}

/**
 * Hash of a value in its domain: `SHA3-256(seed ‖ parts…)`.
 *
 * @param parts - the hashed form of the value, in pieces; for most types its BCS
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#7 | Specification, chain types 7}
 */
export function hashInDomain(domain: HashDomain, ...parts: readonly Uint8Array[]): HashValue {
  return sha3_256(domainSeed(domain), ...parts);
}

// Room for a seed and two hashes, the seed in place: most hashes of a ledger are those of inner nodes.
const pairs = new Map<string, Uint8Array>();

/**
 * Hash of an inner node of a Merkle tree: `SHA3-256(seed ‖ left ‖ right)`.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#7 | Specification, chain types 7}
 */
export function hashPairInDomain(domain: HashDomain, left: HashValue, right: HashValue): HashValue {
  let bytes = pairs.get(domain);
  if (bytes === undefined) {
    bytes = new Uint8Array(96);
    bytes.set(domainSeed(domain));
    pairs.set(domain, bytes);
  }
  bytes.set(left, 32);
  bytes.set(right, 64);
  return sha3_256(bytes);
}
