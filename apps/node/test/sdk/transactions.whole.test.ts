import { createHash } from "node:crypto";
import {
  Deserializer,
  generateSigningMessageForTransaction,
  isBlockEpilogueTransactionResponse,
  isBlockMetadataTransactionResponse,
  isGenesisTransactionResponse,
  isUserTransactionResponse,
  SignedTransaction,
  TransactionExtraConfigV1,
  TransactionInnerPayloadV1,
  type TransactionResponse,
  type UserTransactionResponse,
} from "@aptos-labs/ts-sdk";
import { demoAccounts } from "@ledger/demo-ledger";
import { formatAddressLong, formatHash, formatHex, Transaction, TransactionInfo } from "@ledger/types";
import { beforeAll, describe, expect, test } from "vitest";
import { refusalOf } from "./support/refusal.ts";
import { signedMessage, verifySignatures } from "./support/signed-transaction.ts";
import { openStillLedger, type StillLedger } from "./support/still-ledger.ts";

// The history as the official client reads it, compared with the records that the ledger is made of.

const unknownHash = `0x${"5eed".repeat(16)}`;
const eve = formatAddressLong(demoAccounts.eve.address);
const ben = formatAddressLong(demoAccounts.ben.address);

let ledger: StillLedger;
/** Every transaction, as the client has read it page by page. */
let all: TransactionResponse[];

beforeAll(async () => {
  ledger = await openStillLedger();
  all = [];
  while (all.length < ledger.records.length) {
    all.push(...(await ledger.aptos.getTransactions({ options: { offset: all.length, limit: 50 } })));
  }
});

const sha3 = (...parts: (Uint8Array | string)[]): Buffer => {
  const hash = createHash("sha3-256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const hashOf = (transaction: Uint8Array): string =>
  `0x${sha3(sha3("APTOS::Transaction"), transaction).toString("hex")}`;

const userTransactions = (): UserTransactionResponse[] => all.filter(isUserTransactionResponse);

/** An object as a whole argument is shown with the member `inner`, and is asked for as an address. */
function toRequest(payload: UserTransactionResponse["payload"]): object {
  if (!("arguments" in payload)) return payload;
  const isObject = (value: unknown): value is { readonly inner: unknown } =>
    typeof value === "object" && value !== null && "inner" in value;
  return { ...payload, arguments: payload.arguments.map((value) => (isObject(value) ? value.inner : value)) };
}

async function encodeSubmission(request: object): Promise<unknown> {
  const response = await fetch(`${ledger.url}/transactions/encode_submission`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
  });
  return response.json();
}

describe("transactions", () => {
  test("page by page they are the whole ledger", () => {
    const guards = {
      GenesisTransaction: isGenesisTransactionResponse,
      BlockMetadata: isBlockMetadataTransactionResponse,
      UserTransaction: isUserTransactionResponse,
      BlockEpilogue: isBlockEpilogueTransactionResponse,
    };
    const kinds = new Set<string>();
    expect(all.length).toBe(ledger.records.length);
    for (const [version, { transaction, info, accumulatorRoot }] of ledger.records.entries()) {
      const one = all[version]!;
      const { value } = TransactionInfo.decode(info);
      expect(one).toMatchObject({
        version: `${version}`,
        hash: hashOf(transaction),
        success: value.status.kind === "Success",
        gas_used: `${value.gasUsed}`,
        state_change_hash: formatHash(value.stateChangeHash),
        event_root_hash: formatHash(value.eventRootHash),
        accumulator_root_hash: formatHash(accumulatorRoot),
      });
      const { kind } = Transaction.decode(transaction);
      kinds.add(kind);
      expect(guards[kind as keyof typeof guards]?.(one), `${version}: ${kind} is ${one.type}`).toBe(true);
    }
    expect([...kinds].sort()).toEqual(Object.keys(guards).sort());
  });

  test("the newest, and never more than a page", async () => {
    expect(await ledger.aptos.getTransactions()).toEqual(all.slice(-25));
    expect(await ledger.aptos.getTransactions({ options: { offset: 10, limit: 1000 } })).toEqual(all.slice(10, 110));
    const { status, data } = await refusalOf(ledger.aptos.getTransactions({ options: { offset: 9_999_999 } }));
    expect([status, data.error_code]).toEqual([400, "invalid_input"]);
  });

  test("one by its version or its hash", async () => {
    for (let version = 0; version < all.length; version += 23) {
      const one = all[version]!;
      expect(await ledger.aptos.getTransactionByVersion({ ledgerVersion: version })).toEqual(one);
      expect(await ledger.aptos.getTransactionByHash({ transactionHash: one.hash })).toEqual(one);
    }
    const requests = [
      ledger.aptos.getTransactionByVersion({ ledgerVersion: 9_999_999 }),
      ledger.aptos.getTransactionByHash({ transactionHash: unknownHash }),
    ];
    for (const { status, data } of await Promise.all(requests.map(refusalOf))) {
      expect([status, data.error_code]).toEqual([404, "transaction_not_found"]);
    }
  });

  test("the client reads the bytes of each, finds every signature good, and the JSON says the same", async () => {
    let orderless = 0;
    let signatures = 0;
    for (const one of userTransactions()) {
      const response = await fetch(`${ledger.url}/transactions/by_version/${one.version}`, {
        headers: { accept: "application/x-bcs" },
      });
      // A byte that says "committed", eight of the version, one that says "by a user".
      const bytes = new Uint8Array(await response.arrayBuffer()).subarray(1 + 8 + 1);
      const transaction = SignedTransaction.deserialize(new Deserializer(bytes));
      const encoded = transaction.bcsToBytes();
      expect(encoded).toEqual(bytes.slice(0, encoded.length));
      expect(one.hash).toBe(hashOf(Uint8Array.of(0, ...encoded)));
      const verified = verifySignatures(transaction);
      expect(verified.valid, `version ${one.version}`).toBe(true);
      signatures += verified.signatures;
      const { sender, sequence_number, max_gas_amount, gas_unit_price, expiration_timestamp_secs, payload } =
        transaction.raw_txn;
      expect(one).toMatchObject({
        sender: sender.toStringLong().replace(/^0x0*/, "0x"),
        sequence_number: `${sequence_number}`,
        max_gas_amount: `${max_gas_amount}`,
        gas_unit_price: `${gas_unit_price}`,
        expiration_timestamp_secs: `${expiration_timestamp_secs}`,
      });
      if (!(payload instanceof TransactionInnerPayloadV1)) continue;
      const config = payload.extra_config;
      if (!(config instanceof TransactionExtraConfigV1)) throw new Error("an unknown extra config");
      expect(one.replay_protection_nonce).toBe(`${config.replayProtectionNonce}`);
      orderless++;
    }
    expect(orderless).toBeGreaterThan(4);
    // Some have more than one.
    expect(signatures).toBeGreaterThan(userTransactions().length);
  });

  test("encode_submission makes of each what its sender signed", async () => {
    let encoded = 0;
    for (const one of userTransactions()) {
      const bytes = ledger.records[Number(one.version)]!.transaction.slice(1);
      const transaction = SignedTransaction.deserialize(new Deserializer(bytes));
      const { message, feePayer } = signedMessage(transaction);
      if (feePayer) continue;
      const { sender, sequence_number, max_gas_amount, gas_unit_price, expiration_timestamp_secs, payload } = one;
      const { signature } = one;
      const secondary =
        signature !== undefined && "secondary_signer_addresses" in signature
          ? signature.secondary_signer_addresses
          : undefined;
      expect(
        await encodeSubmission({
          sender,
          sequence_number,
          max_gas_amount,
          gas_unit_price,
          expiration_timestamp_secs,
          payload: toRequest(payload),
          replay_protection_nonce: one.replay_protection_nonce,
          ...(secondary === undefined ? {} : { secondary_signers: secondary }),
        }),
        `version ${one.version}`,
      ).toBe(message);
      encoded++;
    }
    expect(encoded).toBeGreaterThan(100);
  });

  test("waiting for one that is there, one that failed, and one that never comes", async () => {
    const done = userTransactions().find(({ success }) => success)!;
    expect(await ledger.aptos.waitForTransaction({ transactionHash: done.hash })).toEqual(done);
    expect(await ledger.aptos.isPendingTransaction({ transactionHash: done.hash })).toBe(false);
    const failed = userTransactions().find(({ success }) => !success)!;
    await expect(ledger.aptos.waitForTransaction({ transactionHash: failed.hash })).rejects.toThrow(failed.vm_status);
    const settled = { checkSuccess: false };
    expect(await ledger.aptos.waitForTransaction({ transactionHash: failed.hash, options: settled })).toEqual(failed);
    // To the client, what a node does not know may yet come.
    expect(await ledger.aptos.isPendingTransaction({ transactionHash: unknownHash })).toBe(true);
    const brief = { timeoutSecs: 1 };
    const { status } = await refusalOf(
      ledger.aptos.waitForTransaction({ transactionHash: unknownHash, options: brief }),
    );
    expect(status).toBe(404);
  });
});

describe("blocks", () => {
  test("by height, with and without transactions, and by any version of theirs", async () => {
    let next = 0;
    for (let height = 0; next < all.length; height++) {
      const withTransactions = height % 7 < 2;
      const block = await ledger.aptos.getBlockByHeight({ blockHeight: height, options: { withTransactions } });
      const [first, last] = [Number(block.first_version), Number(block.last_version)];
      expect([block.block_height, first]).toEqual([`${height}`, next]);
      if (withTransactions) expect(block.transactions).toEqual(all.slice(first, last + 1));
      else expect(block.transactions ?? null).toBeNull();
      const middle = Math.floor((first + last) / 2);
      const same = await ledger.aptos.getBlockByVersion({ ledgerVersion: middle, options: { withTransactions } });
      expect(same).toEqual(block);
      const opening = Transaction.decode(ledger.records[first]!.transaction);
      if (opening.kind === "BlockMetadata") expect(block.block_hash).toBe(formatHash(opening.value.id));
      next = last + 1;
    }
  });

  test("none", async () => {
    const byHeight = await refusalOf(ledger.aptos.getBlockByHeight({ blockHeight: 9_999_999 }));
    expect([byHeight.status, byHeight.data.error_code]).toEqual([404, "block_not_found"]);
    const byVersion = await refusalOf(ledger.aptos.getBlockByVersion({ ledgerVersion: 9_999_999 }));
    expect([byVersion.status, byVersion.data.error_code]).toEqual([404, "version_not_found"]);
  });
});

describe("building", () => {
  test("what the client builds from what it asks of us, encode_submission encodes", async () => {
    const transaction = await ledger.aptos.transaction.build.simple({
      sender: eve,
      data: { function: "0x1::aptos_account::transfer", functionArguments: [ben, 717] },
    });
    const { sequence_number, max_gas_amount, gas_unit_price, expiration_timestamp_secs, chain_id } =
      transaction.rawTransaction;
    expect(chain_id.chainId).toBe(4);
    const encoded = await encodeSubmission({
      sender: eve,
      sequence_number: `${sequence_number}`,
      max_gas_amount: `${max_gas_amount}`,
      gas_unit_price: `${gas_unit_price}`,
      expiration_timestamp_secs: `${expiration_timestamp_secs}`,
      payload: {
        type: "entry_function_payload",
        function: "0x1::aptos_account::transfer",
        type_arguments: [],
        arguments: [ben, "717"],
      },
    });
    expect(encoded).toBe(formatHex(generateSigningMessageForTransaction(transaction)));
  });
});
