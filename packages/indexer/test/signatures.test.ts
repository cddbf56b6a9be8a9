import {
  type AccountAuthenticator,
  type ContractEvent,
  ContractEvents,
  createBitVec,
  type LedgerRecord,
  parseAddress,
  parseTypeTag,
  Transaction,
  TransactionInfo,
  WriteSet,
  zeroHash,
} from "@ledger/types";
import { expect, test } from "vitest";
import { openRecord, proposalVotes, type RecordView, signatures } from "../src/index.ts";

// Rows of records that are made by hand; what they have to be is written out of the description of the tables.

const filled = (byte: number, length: number): Uint8Array => new Uint8Array(length).fill(byte);
const hex = (byte: string, length: number): string => `0x${byte.repeat(length)}`;
const long = (digits: string): string => `0x${digits.padStart(64, "0")}`;

function recordOf(authenticator: unknown, events: readonly ContractEvent[] = []): RecordView {
  const rawTxn = {
    sender: parseAddress("0xa11ce"),
    sequenceNumber: 0n,
    payload: { kind: "Script", value: { code: new Uint8Array(), typeArgs: [], args: [] } },
    maxGasAmount: 1n,
    gasUnitPrice: 1n,
    expirationTimestampSecs: 1n,
    chainId: 4,
  };
  const record: LedgerRecord = {
    version: 7n,
    transaction: Transaction.encode({ kind: "UserTransaction", value: { rawTxn, authenticator } } as never),
    info: TransactionInfo.encode({
      kind: "V0",
      value: {
        gasUsed: 1n,
        status: { kind: "Success" },
        transactionHash: zeroHash,
        eventRootHash: zeroHash,
        stateChangeHash: zeroHash,
        stateCheckpointHash: undefined,
        auxiliaryInfoHash: undefined,
      },
    }),
    events: ContractEvents.encode(events),
    writeSet: WriteSet.encode({ kind: "V0", value: new Map() }),
    accumulatorRoot: zeroHash,
  };
  return openRecord(record, { blockHeight: 3n, epoch: 1n, timestampUsecs: 1_700_000_000_000_000n });
}

const ed25519 = (key: number): AccountAuthenticator => ({
  kind: "Ed25519",
  value: { publicKey: filled(key, 32), signature: filled(key + 1, 64) },
});

const common = { transaction_version: 7n, transaction_block_height: 3n, function_info: null };

test("one who signs with one key", () => {
  expect(signatures(recordOf(ed25519(0x11)))).toEqual([
    {
      ...common,
      multi_agent_index: 0n,
      multi_sig_index: 0n,
      signer: long("a11ce"),
      is_sender_primary: true,
      type: "ed25519_signature",
      public_key: hex("11", 32),
      signature: hex("12", 64),
      threshold: 1n,
      public_key_indices: [],
      any_signature_type: null,
      public_key_type: null,
    },
  ]);
});

test("one who signs with two of three Ed25519 keys", () => {
  const publicKey = Uint8Array.of(...filled(1, 32), ...filled(2, 32), ...filled(3, 32), 2);
  // The first and the third key, counted from the most significant bit.
  const signature = Uint8Array.of(...filled(0xaa, 64), ...filled(0xcc, 64), 0b1010_0000, 0, 0, 0);
  const rows = signatures(recordOf({ kind: "MultiEd25519", value: { publicKey, signature } }));
  const same = { type: "multi_ed25519_signature", threshold: 2n, public_key_indices: [0, 2], multi_agent_index: 0n };
  expect(rows).toMatchObject([
    { ...same, multi_sig_index: 0n, public_key: hex("01", 32), signature: hex("aa", 64) },
    { ...same, multi_sig_index: 1n, public_key: hex("03", 32), signature: hex("cc", 64) },
  ]);
});

test("a payer signs after the sender and others, each with keys of its own kind", () => {
  const secp = { kind: "Secp256k1Ecdsa", value: filled(4, 65) } as const;
  const signed = { kind: "Secp256k1Ecdsa", value: filled(5, 64) } as const;
  const value = {
    sender: { kind: "SingleKey", value: { publicKey: secp, signature: signed } },
    secondarySignerAddresses: [parseAddress("0xb0b")],
    secondarySigners: [
      {
        kind: "MultiKey",
        value: {
          publicKeys: { publicKeys: [{ kind: "Ed25519", value: filled(6, 32) }, secp], signaturesRequired: 1 },
          signatures: [signed],
          signaturesBitmap: createBitVec(32, [1]),
        },
      },
    ],
    feePayerAddress: parseAddress("0xfee"),
    feePayerSigner: {
      kind: "Abstract",
      value: {
        functionInfo: { moduleAddress: parseAddress("0x5"), moduleName: "guard", functionName: "check" },
        authData: { kind: "V1", value: { signingMessageDigest: filled(0, 32), abstractSignature: filled(9, 2) } },
      },
    },
  };
  expect(signatures(recordOf({ kind: "FeePayer", value }))).toMatchObject([
    {
      signer: long("a11ce"),
      multi_agent_index: 0n,
      is_sender_primary: true,
      type: "single_key_signature",
      public_key: hex("04", 65),
      public_key_type: "secp256k1_ecdsa",
      any_signature_type: "secp256k1_ecdsa",
    },
    {
      signer: long("b0b"),
      multi_agent_index: 0n,
      is_sender_primary: false,
      type: "multi_key_signature",
      public_key: hex("04", 65),
      public_key_indices: [1],
      threshold: 1n,
    },
    {
      signer: long("fee"),
      multi_agent_index: 1n,
      is_sender_primary: false,
      type: "abstraction_signature",
      public_key: "Not applicable",
      signature: "0x0909",
      function_info: "0x5::guard::check",
    },
  ]);
});

test("votes on proposals, as events of both kinds tell of them, each once", () => {
  // Number of the proposal, voter, pool, votes, and a yes: as BCS writes them one after the other.
  const data = Uint8Array.of(
    9,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    ...filled(0xaa, 32),
    ...filled(0xbb, 32),
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    0,
    1,
  );
  const event = (type: string): ContractEvent => ({ kind: "V2", value: { typeTag: parseTypeTag(type), data } });
  const events = [
    event("0x1::aptos_governance::Vote"),
    event("0x1::aptos_governance::VoteEvent"),
    event("0x1::aptos_governance::Nothing"),
  ];
  const row = {
    transaction_version: 7n,
    transaction_timestamp: "2023-11-14T22:13:20",
    proposal_id: 9n,
    voter_address: hex("aa", 32),
    staking_pool_address: hex("bb", 32),
    num_votes: 256n,
    should_pass: true,
  };
  expect(proposalVotes(recordOf(ed25519(1), events))).toEqual([row]);
  expect(proposalVotes(recordOf(ed25519(1), events.slice(1)))).toEqual([row]);
});
