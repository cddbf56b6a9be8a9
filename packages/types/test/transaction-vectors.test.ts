import { describeVectors, readVectorJson } from "@ledger/vectors";
import { describe, expect, test } from "vitest";
import {
  concatBytes,
  formatAddress,
  formatEntryFunctionId,
  formatHash,
  formatHex,
  formatTypeTag,
  hashInDomain,
  parseAddress,
  parseEntryFunctionId,
  parseHex,
  parseTypeTag,
  RawTransaction,
  replayProtectorOf,
  SignedTransaction,
  Transaction,
  TransactionPayload,
} from "../src/index.ts";
import { type PublishedTransaction, readPublished, showAuthenticator } from "./support/published-transaction.ts";

interface Cases<T> {
  readonly cases: readonly T[];
}

interface GoldenCase {
  readonly id: string;
  readonly raw_txn: PublishedTransaction;
  readonly type_arguments_text: readonly string[];
  readonly raw_txn_bcs: string;
  readonly public_key: string;
  readonly signature: string;
  readonly signed_txn_bcs: string;
  readonly hash: string;
}

interface CorpusCase {
  readonly id: string;
  readonly fields: {
    readonly sender: string;
    readonly sequence_number: string;
    readonly payload: {
      readonly function: string;
      readonly type_arguments: readonly string[];
      readonly arguments_bcs: readonly string[];
    };
    readonly max_gas_amount: string;
    readonly gas_unit_price: string;
    readonly expiration_timestamp_secs: string;
    readonly chain_id: number;
  };
  readonly secondary_signers?: readonly string[];
  readonly fee_payer?: string;
  readonly raw_txn_bcs: string;
  readonly signed_txn_bcs?: string;
  readonly hash?: string;
  readonly transaction_payload_bcs?: string;
}

interface RealCase {
  readonly id: string;
  readonly chain_id: number;
  readonly request: {
    readonly sender: string;
    readonly sequence_number: string;
    readonly max_gas_amount: string;
    readonly gas_unit_price: string;
    readonly expiration_timestamp_secs: string;
    readonly replay_protection_nonce?: string;
    readonly payload: {
      readonly type: string;
      readonly function: string;
      readonly type_arguments: readonly string[];
      readonly arguments: readonly unknown[];
      readonly code: { readonly bytecode: string };
    };
  };
  readonly signature: { readonly secondary_signer_addresses?: readonly string[] };
  readonly raw_txn_bcs: string;
  /** One case gives the request alone. */
  readonly signed_txn_bcs?: string;
  readonly hash: string;
  readonly summary: { readonly replay_protector_kind: string; readonly replay_protector_value: string };
}

/** Checks a signed transaction's bytes in both directions, and the hash that the chain gave it. */
function checkSigned(signedBytes: string, rawBytes: string, hash: string | undefined): SignedTransaction {
  const bytes = parseHex(signedBytes);
  const signed = SignedTransaction.decode(bytes);
  expect(SignedTransaction.encode(signed)).toEqual(bytes);
  expect(formatHex(RawTransaction.encode(signed.rawTxn))).toBe(rawBytes);
  const stored = concatBytes(Uint8Array.of(0), bytes);
  expect(Transaction.decode(stored)).toEqual({ kind: "UserTransaction", value: signed });
  if (hash !== undefined) expect(formatHash(hashInDomain("Transaction", stored))).toBe(hash);
  return signed;
}

for (const kind of ["entry_function", "script", "module_bundle"]) {
  describeVectors(`signing/golden_${kind}.json`, () => {
    const { cases } = readVectorJson<Cases<GoldenCase>>(`signing/golden_${kind}.json`);

    test.each(cases)("$id", (row) => {
      const raw = readPublished(row.raw_txn);
      expect(formatHex(RawTransaction.encode(raw))).toBe(row.raw_txn_bcs);
      expect(RawTransaction.decode(parseHex(row.raw_txn_bcs))).toEqual(raw);
      const signed = checkSigned(row.signed_txn_bcs, row.raw_txn_bcs, row.hash);
      const value = { publicKey: parseHex(row.public_key), signature: parseHex(row.signature) };
      expect(signed.authenticator).toEqual({ kind: "Ed25519", value });
      const { payload } = signed.rawTxn;
      if (payload.kind !== "EntryFunction" && payload.kind !== "Script") return;
      expect(payload.value.typeArgs.map(formatTypeTag)).toEqual(row.type_arguments_text);
    });
  });
}

describeVectors("signing/sdk_corpus.json", () => {
  const { cases } = readVectorJson<Cases<CorpusCase>>("signing/sdk_corpus.json");

  test.each(cases.filter((row) => row.raw_txn_bcs !== undefined))("$id", (row) => {
    const { fields } = row;
    const { address, module, name } = parseEntryFunctionId(fields.payload.function);
    const raw: RawTransaction = {
      sender: parseAddress(fields.sender),
      sequenceNumber: BigInt(fields.sequence_number),
      payload: {
        kind: "EntryFunction",
        value: {
          module: { address, name: module },
          function: name,
          typeArgs: fields.payload.type_arguments.map(parseTypeTag),
          args: fields.payload.arguments_bcs.map(parseHex),
        },
      },
      maxGasAmount: BigInt(fields.max_gas_amount),
      gasUnitPrice: BigInt(fields.gas_unit_price),
      expirationTimestampSecs: BigInt(fields.expiration_timestamp_secs),
      chainId: fields.chain_id,
    };
    expect(formatHex(RawTransaction.encode(raw))).toBe(row.raw_txn_bcs);
    expect(RawTransaction.decode(parseHex(row.raw_txn_bcs))).toEqual(raw);
    if (row.signed_txn_bcs !== undefined) checkSigned(row.signed_txn_bcs, row.raw_txn_bcs, row.hash);
  });

  test.each(cases.filter((row) => row.transaction_payload_bcs !== undefined))("$id", (row) => {
    const bytes = parseHex(row.transaction_payload_bcs!);
    const payload = TransactionPayload.decode(bytes);
    expect(TransactionPayload.encode(payload)).toEqual(bytes);
    expect(payload).toMatchObject({
      kind: "Payload",
      value: {
        kind: "V1",
        value: {
          executable: { kind: "EntryFunction", value: { function: "func", typeArgs: [], args: [] } },
          extraConfig: { kind: "V1", value: { multisigAddress: undefined, replayProtectionNonce: 12345n } },
        },
      },
    });
  });
});

describeVectors("transactions/real.json", () => {
  const { cases } = readVectorJson<Cases<RealCase>>("transactions/real.json");

  describe("are what their requests say", () => {
    test.each(cases.filter((row) => row.signed_txn_bcs !== undefined))("$id", (row) => {
      const { request } = row;
      const { rawTxn, authenticator } = checkSigned(row.signed_txn_bcs!, row.raw_txn_bcs, row.hash);
      expect({
        sender: rawTxn.sender,
        sequence_number: `${rawTxn.sequenceNumber}`,
        max_gas_amount: `${rawTxn.maxGasAmount}`,
        gas_unit_price: `${rawTxn.gasUnitPrice}`,
        expiration_timestamp_secs: `${rawTxn.expirationTimestampSecs}`,
        chain_id: rawTxn.chainId,
      }).toEqual({
        sender: parseAddress(request.sender),
        sequence_number: request.sequence_number,
        max_gas_amount: request.max_gas_amount,
        gas_unit_price: request.gas_unit_price,
        expiration_timestamp_secs: request.expiration_timestamp_secs,
        chain_id: row.chain_id,
      });
      const executable = executableOf(rawTxn.payload);
      expect(executable.value.typeArgs.map(formatTypeTag)).toEqual(request.payload.type_arguments);
      expect(executable.value.args.length).toBe(request.payload.arguments.length);
      if (executable.kind === "Script") expect(formatHex(executable.value.code)).toBe(request.payload.code.bytecode);
      else {
        const { module, function: name } = executable.value;
        const id = parseEntryFunctionId(request.payload.function);
        expect(formatEntryFunctionId({ ...module, module: module.name, name })).toBe(formatEntryFunctionId(id));
      }
      expect(showAuthenticator(authenticator)).toEqual(shorten(row.signature));
      const { kind, value } = replayProtectorOf(rawTxn);
      expect([kind, `${value}`]).toEqual([
        row.summary.replay_protector_kind === "nonce" ? "Nonce" : "SequenceNumber",
        row.summary.replay_protector_value,
      ]);
    });
  });
});

function executableOf(payload: TransactionPayload) {
  const executable = payload.kind === "Payload" ? payload.value.value.executable : payload;
  if (executable.kind === "EntryFunction" || executable.kind === "Script") return executable;
  throw new Error(`not in the vectors: ${executable.kind}`);
}

/** The vectors print addresses inside signatures with leading zeros in places. */
function shorten(signature: object): unknown {
  return JSON.parse(JSON.stringify(signature), (key, value: unknown) => {
    if (key === "fee_payer_address") return formatAddress(parseAddress(String(value)));
    if (key === "secondary_signer_addresses")
      return (value as string[]).map((text) => formatAddress(parseAddress(text)));
    return value;
  });
}
