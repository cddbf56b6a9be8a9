import { BcsError, type Codec } from "@ledger/bcs";
import { cases } from "@ledger/test-run/effort";
import { describeVectors, readVectorBytes, readVectorJson } from "@ledger/vectors";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  ContractEvent,
  deriveGenesis,
  hashedTransactionBytes,
  hexToBytes,
  OnChainRecord,
  parseHex,
  Transaction,
  TransactionInfo,
  TypesError,
  WriteSet,
} from "../src/index.ts";

interface TestnetRecord {
  readonly transaction: string;
  readonly transaction_info: string;
  readonly events: readonly string[];
  readonly write_set: string;
}

/** One byte that is replaced, and where; or the place of a cut. */
const damage = fc.record({ at: fc.nat(), byte: fc.nat(255), cut: fc.boolean() });

function damaged(bytes: Uint8Array, { at, byte, cut }: { at: number; byte: number; cut: boolean }): Uint8Array {
  const place = at % bytes.length;
  if (cut) return bytes.slice(0, place);
  const copy = bytes.slice();
  copy[place] = byte;
  return copy;
}

/** Damaged bytes are refused with an offset inside them, or are the bytes of another value. */
function checkDamaged(codec: Codec<unknown>, samples: readonly Uint8Array[]): void {
  fc.assert(
    fc.property(fc.constantFrom(...samples), damage, (sample, harm) => {
      const bytes = damaged(sample, harm);
      let value: unknown;
      try {
        value = codec.decode(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(BcsError);
        expect((error as BcsError).offset).toBeLessThanOrEqual(bytes.length);
        return;
      }
      expect(codec.encode(value)).toEqual(bytes);
    }),
    { numRuns: cases(500) },
  );
}

describeVectors("damaged bytes are refused, or are those of another value", () => {
  const records = readVectorJson<readonly TestnetRecord[]>("chain/testnet_0_3.json").slice(1);
  const vectors = readVectorJson<{
    system_txns: readonly { bcs: string }[];
    newer: Record<string, { bcs?: string }>;
    txn_info: readonly { bcs: string }[];
    write_set: { bcs: string };
  }>("chain/hash_vectors.json");
  const real = readVectorJson<{ cases: readonly { signed_txn_bcs?: string }[] }>("transactions/real.json");
  const transactions = [
    ...records.map(({ transaction }) => hexToBytes(transaction)),
    ...[...vectors.system_txns, ...Object.values(vectors.newer)].flatMap(({ bcs }) => (bcs ? [hexToBytes(bcs)] : [])),
    ...real.cases.flatMap(({ signed_txn_bcs }) => (signed_txn_bcs ? [parseHex(`00${signed_txn_bcs.slice(2)}`)] : [])),
  ];

  test("transactions", () => checkDamaged(Transaction, transactions));

  test("write sets", () => {
    const writeSets = [...records.map(({ write_set }) => write_set), vectors.write_set.bcs].map(hexToBytes);
    checkDamaged(WriteSet, writeSets);
  });

  test("events", () => {
    const events = records.flatMap((record) => record.events.map(hexToBytes));
    checkDamaged(ContractEvent, events);
  });

  test("transaction infos", () => {
    checkDamaged(
      TransactionInfo,
      [...records.map((record) => record.transaction_info), ...vectors.txn_info.map(({ bcs }) => bcs)].map(hexToBytes),
    );
  });

  test("records of random bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(() => OnChainRecord.decode(bytes)).toThrow(BcsError);
      }),
    );
  });

  test("the hashed form is made of whatever decodes", () => {
    fc.assert(
      fc.property(fc.constantFrom(...transactions), damage, (sample, harm) => {
        const bytes = damaged(sample, harm);
        try {
          expect(hashedTransactionBytes(bytes)).toBeInstanceOf(Uint8Array);
        } catch (error) {
          expect(error).toBeInstanceOf(BcsError);
        }
      }),
    );
  });

  test("a genesis", () => {
    const blob = readVectorBytes("genesis/testnet.genesis.blob");
    fc.assert(
      fc.property(damage, (harm) => {
        try {
          deriveGenesis(damaged(blob, harm));
        } catch (error) {
          expect(error).toBeInstanceOf(TypesError);
        }
      }),
      { numRuns: cases(30) },
    );
  });
});
