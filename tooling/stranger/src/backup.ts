// A backup writer by the tables of Specification, ingest 6: folder layout, metadata, manifests, framed chunks, proofs signed
// by the validators of each epoch.
import { gzipSync } from "node:zlib";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { hex, join, optional, sequence, sized, u8, u64 } from "./bytes.ts";
import { epochState, type Validator } from "./encode.ts";
import { rangeProof, seed } from "./hashes.ts";
import type { StrangerBlock, StrangerLedger } from "./ledger.ts";

const scheme = bls12_381.longSignatures;
const domain = "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";

/** A validator with its secret key. */
export interface SigningValidator extends Validator {
  readonly secret: Uint8Array;
}

/** Validators of the same power. */
export function createValidators(count: number): SigningValidator[] {
  return Array.from({ length: count }, (_, i) => {
    const secret = new Uint8Array(32).fill(i + 11);
    return { secret, publicKey: scheme.getPublicKey(secret).toBytes(), power: 10n };
  });
}

/** How a backup is written. */
export interface BackupPlan {
  readonly validators: readonly SigningValidator[];
  /** First and last version of each transaction backup. */
  readonly ranges: readonly (readonly [bigint, bigint])[];
  /** Records in a chunk; 20. */
  readonly chunkRecords?: number;
  readonly format?: "V0" | "V1";
  readonly gzip?: boolean;
}

/** Files by handle. */
export type BackupFiles = Map<string, Uint8Array>;

/** Writes a ledger as a backup. */
export function writeBackup(ledger: StrangerLedger, plan: BackupPlan): BackupFiles {
  const files: BackupFiles = new Map();
  const put = (handle: string, content: Uint8Array | string): void => {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    files.set(handle, plan.gzip ? new Uint8Array(gzipSync(bytes)) : bytes);
  };
  writeEpochs(ledger, plan, put);
  for (const [first, last] of plan.ranges) writeTransactions(ledger, plan, first, last, put);
  return files;
}

type Put = (handle: string, content: Uint8Array | string) => void;

/** A record of a chunk file: its length, high byte first, and its bytes. */
function frame(bytes: Uint8Array): Uint8Array {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, bytes.length);
  return join(length, bytes);
}

function ledgerInfo(ledger: StrangerLedger, block: StrangerBlock): Uint8Array {
  const next = block.nextValidators && epochState(block.epoch + 1n, block.nextValidators);
  const root = ledger.records[Number(block.last)]!.accumulatorRoot;
  const info = [
    u64(block.epoch),
    u64(block.round),
    block.id,
    root,
    u64(block.last),
    u64(block.timeUsecs),
    optional(next),
  ];
  return join(...info, new Uint8Array(32));
}

/** A ledger info with the signatures of all validators; that of genesis has none. */
function signedLedgerInfo(
  ledger: StrangerLedger,
  block: StrangerBlock,
  validators: readonly SigningValidator[],
): Uint8Array {
  const info = ledgerInfo(ledger, block);
  if (block.height === 0n) return join(u8(0), info, sized(new Uint8Array(0)), u8(0));
  const mask = new Uint8Array(Math.ceil(validators.length / 8));
  for (const i of validators.keys()) mask[i >> 3]! |= 0x80 >> (i & 7);
  const point = scheme.hash(join(seed("LedgerInfo"), info), domain);
  const signatures = validators.map(({ secret }) => scheme.sign(point, secret));
  const signature = scheme.Signature.toBytes(scheme.aggregateSignatures(signatures));
  return join(u8(0), info, sized(mask), u8(1), sized(signature));
}

function writeEpochs(ledger: StrangerLedger, { validators }: BackupPlan, put: Put): void {
  const ends = ledger.blocks.filter(({ nextValidators }) => nextValidators !== undefined);
  const [name, last] = ["epoch_ending_0-ab12", ends.length - 1];
  const chunk = `${name}/0-.chunk`;
  put(chunk, join(...ends.map((block) => frame(signedLedgerInfo(ledger, block, validators)))));
  const waypoints = ends.map(({ last: version }) => `${version}:${"00".repeat(32)}`);
  const chunks = [{ first_epoch: 0, last_epoch: last, ledger_infos: chunk }];
  put(`${name}/epoch_ending.manifest`, JSON.stringify({ first_epoch: 0, last_epoch: last, waypoints, chunks }));
  const line = {
    first_epoch: 0,
    last_epoch: last,
    first_version: 0,
    last_version: Number(ends.at(-1)!.last),
    manifest: `${name}/epoch_ending.manifest`,
  };
  put(`metadata/epoch_ending_0-${last}.meta`, JSON.stringify({ EpochEndingBackup: line }));
}

function writeTransactions(ledger: StrangerLedger, plan: BackupPlan, first: bigint, last: bigint, put: Put): void {
  const { format = "V0", chunkRecords = 20 } = plan;
  const name = `transaction_${first}-cd34`;
  const chunks: object[] = [];
  for (let from = first; from <= last; ) {
    const signer = ledger.blocks.find((block) => block.last >= from && block.nextValidators !== undefined);
    // A proof is signed by the epoch of its last version.
    let to = from + BigInt(chunkRecords) - 1n;
    if (to > last) to = last;
    if (signer !== undefined && to > signer.last) to = signer.last;
    const signing = signer ?? ledger.blocks.at(-1)!;
    const records = ledger.records.slice(Number(from), Number(to) + 1);
    const transactions = `${name}/${from}-.chunk`;
    const bodies = records.map(({ transaction, info, events, writeSet }) =>
      frame(join(transaction, format === "V1" ? u8(0) : new Uint8Array(0), info, events, writeSet)),
    );
    put(transactions, join(...bodies));
    const proof = `${name}/${from}-${to}.proof`;
    const leaves = ledger.leaves.slice(0, Number(signing.last) + 1);
    const { left, right } = rangeProof(leaves, Number(from), records.length);
    put(proof, join(sequence(left), sequence(right), signedLedgerInfo(ledger, signing, plan.validators)));
    chunks.push({ first_version: Number(from), last_version: Number(to), transactions, proof, format });
    from = to + 1n;
  }
  const range = { first_version: Number(first), last_version: Number(last) };
  put(`${name}/transaction.manifest`, JSON.stringify({ ...range, chunks }));
  const line = { ...range, manifest: `${name}/transaction.manifest` };
  put(`metadata/transaction_${first}-${last}.meta`, JSON.stringify({ TransactionBackup: line }));
}

/** The waypoint of an epoch's end (Specification, chain types 13), as text. */
export function waypointOf(
  ledger: StrangerLedger,
  block: StrangerBlock,
  hash: (body: Uint8Array) => Uint8Array,
): string {
  const root = ledger.records[Number(block.last)]!.accumulatorRoot;
  const next = epochState(block.epoch + 1n, block.nextValidators!);
  const body = join(u64(block.epoch), root, u64(block.last), u64(block.timeUsecs), optional(next));
  return `${block.last}:${hex(hash(body))}`;
}
