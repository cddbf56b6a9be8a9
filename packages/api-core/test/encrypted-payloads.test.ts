import { JsonWriter, type MoveView } from "@ledger/move";
import {
  bytesToHash,
  Ciphertext,
  type EncryptedPayload,
  formatHex,
  parseAddress,
  type SubmittedEncryptedPayload,
} from "@ledger/types";
import { expect, test } from "vitest";
import { writePayload } from "../src/json/payload.ts";

/** No module is at hand, so arguments are shown as they are stored. */
const view = {
  writeFunctionArguments: async (_id: unknown, _types: unknown, args: readonly Uint8Array[], output: JsonWriter) =>
    output.data(args.map(formatHex)),
} as unknown as MoveView;

const coin = { address: parseAddress("0x1"), name: "coin" };
const ciphertext: Ciphertext = {
  vk: Uint8Array.of(1),
  id: Uint8Array.of(2),
  ctG2: Uint8Array.of(3),
  paddedKey: new Uint8Array(16),
  nonce: new Uint8Array(12),
  ctBody: Uint8Array.of(4),
  associatedData: Uint8Array.of(),
  signature: new Uint8Array(64),
};

function submitted(multisig: string | undefined, claimed: string | undefined): SubmittedEncryptedPayload {
  const multisigAddress = multisig === undefined ? undefined : parseAddress(multisig);
  return {
    ciphertext,
    extraConfig: { kind: "V1", value: { multisigAddress, replayProtectionNonce: 5n } },
    payloadHash: bytesToHash(new Uint8Array(32).fill(9)),
    encryptionEpoch: 34294n,
    claimedEntryFunction: { module: coin, function: claimed },
  };
}

async function show(value: EncryptedPayload): Promise<unknown> {
  const output = new JsonWriter();
  await writePayload(output, view, { kind: "EncryptedPayload", value });
  return JSON.parse(output.text());
}

const shown = {
  type: "encrypted_transaction_payload",
  payload_hash: `0x${"09".repeat(32)}`,
  // Lengths stand before the parts that have none of their own.
  ciphertext: `0x010101020103${"00".repeat(28)}010400${"00".repeat(64)}`,
  encryption_epoch: "34294",
};

test("what is still encrypted shows what its sender said", async () => {
  expect(formatHex(Ciphertext.encode(ciphertext))).toBe(shown.ciphertext);
  expect(await show({ kind: "Encrypted", value: submitted(undefined, undefined) })).toEqual({
    ...shown,
    encrypted_state: "encrypted",
    claimed_entry_fun: { module: "0x1::coin" },
  });
  const failed = { original: submitted(undefined, "transfer"), evalProof: undefined, reason: 0 };
  expect(await show({ kind: "FailedDecryption", value: failed })).toEqual({
    ...shown,
    encrypted_state: "failed_decryption",
    claimed_entry_fun: { module: "0x1::coin", name: "transfer" },
  });
});

test("what was decrypted shows the call too, also of a multisig account", async () => {
  const call = { module: coin, function: "transfer", typeArgs: [], args: [Uint8Array.of(7)] };
  const decrypted = {
    executable: { kind: "EntryFunction", value: call },
    decryptionNonce: new Uint8Array(16).fill(8),
  } as const;
  const entry = {
    type: "entry_function_payload",
    function: "0x1::coin::transfer",
    type_arguments: [],
    arguments: ["0x07"],
  };
  const of = (original: SubmittedEncryptedPayload) =>
    show({ kind: "Decrypted", value: { original, evalProof: Uint8Array.of(1), decrypted } });
  const nonce = `0x${"08".repeat(16)}`;
  const claimed = { claimed_entry_fun: { module: "0x1::coin", name: "transfer" }, encrypted_state: "decrypted" };
  expect(await of(submitted(undefined, "transfer"))).toEqual({
    ...shown,
    ...claimed,
    decryption_nonce: nonce,
    decrypted_payload: entry,
  });
  expect(await of(submitted("0x5", "transfer"))).toMatchObject({
    decrypted_payload: { type: "multisig_payload", multisig_address: "0x5", transaction_payload: entry },
  });
});
