import { type Api, createApi } from "@ledger/api-core";
import { beforeAll, describe, expect, test } from "vitest";
import { ask, jsonOf } from "./support/ask.ts";
import { openFrameworkStore } from "./support/framework-store.ts";

const zeros = (length: number): string => `0x${"00".repeat(length)}`;
const key = { type: "ed25519", value: `0x${"01".repeat(32)}` };
const signature = { type: "ed25519", value: zeros(64) };
const curveKey = { type: "secp256k1_ecdsa", value: `0x04${"01".repeat(64)}` };
const curveSignature = { type: "secp256k1_ecdsa", value: zeros(64) };
const ed25519 = { type: "ed25519_signature", public_key: key.value, signature: zeros(64) };
const single = { type: "single_key_signature", public_key: key, signature };
const multi = {
  type: "multi_ed25519_signature",
  public_keys: [key.value, key.value, key.value],
  signatures: [zeros(64), zeros(64)],
  threshold: 2,
  bitmap: "0xc0000000",
};
const multiKey = {
  type: "multi_key_signature",
  public_keys: [key, curveKey],
  signatures: [
    { index: 0, signature },
    { index: 1, signature: curveSignature },
  ],
  signatures_required: 2,
};
const agents = { sender: ed25519, secondary_signer_addresses: ["0x2"], secondary_signers: [single] };
const multiAgent = { type: "multi_agent_signature", ...agents };
const feePayer = { type: "fee_payer_signature", ...agents, fee_payer_address: "0x3", fee_payer_signer: multiKey };

// The members and their conditions: Specification, REST API 9.14.
describe("signatures of transactions in JSON", () => {
  let api: Api;
  beforeAll(() => {
    api = createApi({ store: openFrameworkStore("devnet-2025-11") });
  });

  async function simulate(one: unknown) {
    const body = JSON.stringify({
      sender: "0xa550c18",
      sequence_number: "0",
      max_gas_amount: "100000",
      gas_unit_price: "100",
      expiration_timestamp_secs: "60",
      payload: {
        type: "entry_function_payload",
        function: "0x1::aptos_account::transfer",
        type_arguments: [],
        arguments: ["0xb0b", "1000"],
      },
      signature: one,
    });
    const answer = await ask(api, "simulate_transaction", { body });
    return { status: answer.status, body: jsonOf(answer) as { readonly error_code?: string } };
  }

  test.each([
    ["one key", ed25519],
    ["one key of any scheme", single],
    ["several keys of Ed25519, not all of which signed", multi],
    ["several keys of any schemes", multiKey],
    ["several signers", multiAgent],
    ["a fee payer", feePayer],
    ["a fee payer and no others", { ...feePayer, secondary_signer_addresses: [], secondary_signers: [] }],
  ])("of %s are taken", async (_, one) => {
    expect((await simulate(one)).status).toBe(200);
  });

  test.each([
    ["a key that makes other signatures", { ...single, signature: curveSignature }],
    ["a key of several that makes other signatures", { ...multiKey, signatures: [{ index: 1, signature }] }],
    ["a key that signed twice", { ...multiKey, signatures: [multiKey.signatures[0], multiKey.signatures[0]] }],
    ["a key that is not there", { ...multiKey, signatures: [{ index: 2, signature }] }],
    ["a scheme that does not exist", { ...single, public_key: { type: "rsa", value: "0x01" } }],
    ["a signature that is too short", { ...ed25519, signature: zeros(63) }],
    ["a key that is too long", { ...ed25519, public_key: zeros(33) }],
    ["two keys in one", { ...multi, public_keys: [zeros(64), zeros(32)] }],
    ["signatures of several keys that are too short", { ...multi, signatures: [zeros(32), zeros(32)] }],
    ["a bitmap of another length", { ...multi, bitmap: "0xc0" }],
    ["a bitmap of other signers", { ...multi, bitmap: "0x80000000" }],
    ["a threshold above the number of keys", { ...multi, threshold: 4 }],
    ["more than 32 keys", { ...multi, public_keys: Array(33).fill(key.value) }],
    ["several signers without a second one", { ...multiAgent, secondary_signer_addresses: [], secondary_signers: [] }],
    ["fewer signers than addresses", { ...multiAgent, secondary_signer_addresses: ["0x2", "0x4"] }],
    ["more signers than addresses, with a fee payer", { ...feePayer, secondary_signer_addresses: [] }],
  ])("of %s are refused", async (_, one) => {
    expect(await simulate(one)).toMatchObject({ status: 400, body: { error_code: "invalid_input" } });
  });
});
