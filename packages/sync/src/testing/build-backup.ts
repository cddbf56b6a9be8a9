import { tuple } from "@ledger/bcs";
import {
  AccumulatorRangeProof,
  concatBytes,
  createBitVec,
  domainSeed,
  type EpochState,
  hashTransactionInfo,
  LedgerInfo,
  LedgerInfoWithSignatures,
  type LedgerRecord,
  nextEpochState,
  proveAccumulatorRange,
  WriteSet,
  zeroHash,
} from "@ledger/types";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { findNextEpochInRecord } from "../checks/record.ts";
import type { ChainValidator } from "./chain-genesis.ts";

const scheme = bls12_381.longSignatures;
const secrets = [1, 2, 3, 4].map((n) => new Uint8Array(32).fill(n));

/** Four validators of equal power, whose keys are known here. */
export const validators: readonly ChainValidator[] = secrets.map((secret) => ({
  publicKey: scheme.getPublicKey(secret).toBytes(),
  votingPower: 100n,
}));

/** A 4-byte length, high byte first, and the record. */
export function frame(record: Uint8Array): Uint8Array {
  const header = new Uint8Array(4);
  new DataView(header.buffer).setUint32(0, record.length);
  return concatBytes(header, record);
}

/** A record as the chunk formats hold it; V1 has an empty auxiliary info. */
export function chunkRecord(record: LedgerRecord, format: "V0" | "V1"): Uint8Array {
  const auxiliary = format === "V1" ? Uint8Array.of(0) : new Uint8Array(0);
  return concatBytes(record.transaction, auxiliary, record.info, record.events, record.writeSet);
}

/** Ways in which a written backup may differ from a sound one. */
export interface BackupOptions {
  readonly format?: "V0" | "V1" | undefined;
  /** Indices of the validators that sign. */
  readonly signers?: readonly number[] | undefined;
  /** Records per chunk. */
  readonly chunkRecords?: number | undefined;
}

/** The files of a backup by their handles. */
export type BackupFiles = Map<string, Uint8Array>;

/** Makes a backup of the reference format of a chain with {@link validators}: epoch endings, transactions, metadata. */
export function buildBackup(records: readonly LedgerRecord[], options: BackupOptions = {}): BackupFiles {
  const { format = "V0", signers = [0, 1, 2], chunkRecords = 40 } = options;
  const files: BackupFiles = new Map();
  const write = (handle: string, content: Uint8Array | string): void => {
    files.set(handle, typeof content === "string" ? new TextEncoder().encode(content) : content);
  };
  const leaves = records.map(({ info }) => hashTransactionInfo(info));
  const endings: LedgerInfoWithSignatures[] = [];
  let epoch = 0n;
  // Ledger infos by version: of every end of an epoch, and of the head.
  const infos = new Map<number, LedgerInfoWithSignatures>();
  for (const [version, record] of records.entries()) {
    const ends = findNextEpochInRecord(record) !== undefined;
    if (!ends && version < records.length - 1) continue;
    const state = ends ? nextEpochState(WriteSet.decode(record.writeSet)) : undefined;
    const signed = signLedgerInfo(record, epoch, state, epoch === 0n ? [] : signers);
    infos.set(version, signed);
    if (state === undefined) continue;
    endings.push(signed);
    epoch = state.epoch;
  }

  write(
    "epoch_ending_0-.abcd/0-.chunk",
    concatBytes(...endings.map((one) => frame(LedgerInfoWithSignatures.encode(one)))),
  );
  write(
    "epoch_ending_0-.abcd/epoch_ending.manifest",
    JSON.stringify({
      first_epoch: 0,
      last_epoch: endings.length - 1,
      waypoints: endings.map(() => "0:00"),
      chunks: [{ first_epoch: 0, last_epoch: endings.length - 1, ledger_infos: "epoch_ending_0-.abcd/0-.chunk" }],
    }),
  );
  const head = records.length - 1;
  // The first backup holds version 0 alone, as the reference tool makes it.
  const lines = [[0, 0] as const, [1, head] as const].map(([first, last]) => {
    const name = `transaction_${first}-.ef01`;
    const chunks: unknown[] = [];
    for (let start = first; start <= last; ) {
      // A chunk is proved by a ledger info of the epoch of its last version, so it ends where an epoch does.
      const witness = [...infos.keys()].find((version) => version >= start)!;
      const end = Math.min(last, start + chunkRecords - 1, witness);
      write(
        `${name}/${start}-.chunk`,
        concatBytes(...records.slice(start, end + 1).map((one) => frame(chunkRecord(one, format)))),
      );
      const proof = proveAccumulatorRange(
        "TransactionAccumulator",
        leaves.slice(0, witness + 1),
        start,
        end - start + 1,
      );
      const bytes = tuple([AccumulatorRangeProof, LedgerInfoWithSignatures]).encode([proof, infos.get(witness)!]);
      write(`${name}/${start}-${end}.proof`, bytes);
      chunks.push({
        first_version: start,
        last_version: end,
        transactions: `${name}/${start}-.chunk`,
        proof: `${name}/${start}-${end}.proof`,
        ...(format === "V1" ? { format } : {}),
      });
      start = end + 1;
    }
    write(`${name}/transaction.manifest`, JSON.stringify({ first_version: first, last_version: last, chunks }));
    return JSON.stringify({
      TransactionBackup: { first_version: first, last_version: last, manifest: `${name}/transaction.manifest` },
    });
  });
  for (const [i, line] of lines.entries()) write(`metadata/transaction_${i}.meta`, line);
  // A compacted file repeats the others.
  write("metadata/transaction_compacted_0-1.meta", `${lines.join("\n")}\n`);
  const endingLine = { first_epoch: 0, last_epoch: endings.length - 1, first_version: 0, last_version: head };
  write(
    "metadata/epoch_ending_0-1.meta",
    JSON.stringify({ EpochEndingBackup: { ...endingLine, manifest: "epoch_ending_0-.abcd/epoch_ending.manifest" } }),
  );
  write("metadata/identity.meta", JSON.stringify({ Identity: { id: "ab".repeat(32) } }));
  return files;
}

/** The ledger info at a record, signed by some of the {@link validators}. @param state - the epoch that the record begins */
export function signLedgerInfo(
  record: LedgerRecord,
  epoch: bigint,
  state: EpochState | undefined,
  signers: readonly number[],
): LedgerInfoWithSignatures {
  // The time of genesis is 0; the others' is not looked at outside of waypoints.
  const ledgerInfo: LedgerInfo = {
    commitInfo: {
      epoch,
      round: 0n,
      id: zeroHash,
      executedStateId: record.accumulatorRoot,
      version: record.version,
      timestampUsecs: 0n,
      nextEpochState: state,
    },
    consensusDataHash: zeroHash,
  };
  return {
    kind: "V0",
    value: {
      ledgerInfo,
      signatures:
        signers.length === 0
          ? { validatorBitmask: new Uint8Array(0), signature: undefined }
          : { validatorBitmask: createBitVec(validators.length, signers), signature: signature(ledgerInfo, signers) },
    },
  };
}

function signature(ledgerInfo: LedgerInfo, signers: readonly number[]): Uint8Array {
  const message = concatBytes(domainSeed("LedgerInfo"), LedgerInfo.encode(ledgerInfo));
  const point = scheme.hash(message, "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_");
  return scheme.Signature.toBytes(
    scheme.aggregateSignatures(signers.map((index) => scheme.sign(point, secrets[index]!))),
  );
}
