import { type Api, createApi } from "@ledger/api-core";
import { u64 } from "@ledger/bcs";
import {
  ed25519AuthenticationKey,
  parseAddress,
  type RawTransaction,
  SignedTransaction,
  signingMessage,
  TransactionOnChainData,
} from "@ledger/types";
import { ed25519 } from "@noble/curves/ed25519.js";
import { beforeAll, describe, expect, test } from "vitest";
import { ask, jsonOf } from "./support/ask.ts";
import { type ContractChecker, createContractChecker } from "./support/contract.ts";
import { openFrameworkStore } from "./support/framework-store.ts";

/** Holds nearly all coins of a test network's genesis. */
const rich = "0xa550c18";
const testChainId = 14;

const transfer = {
  type: "entry_function_payload",
  function: "0x1::aptos_account::transfer",
  type_arguments: [],
  arguments: ["0xb0b", "1000"],
};

const request = {
  sender: rich,
  sequence_number: "0",
  max_gas_amount: "100000",
  gas_unit_price: "100",
  expiration_timestamp_secs: "60",
  payload: transfer,
  signature: { type: "no_account_signature" },
};

interface Simulated {
  readonly success: boolean;
  readonly vm_status: string;
  readonly gas_used: string;
  readonly max_gas_amount: string;
  readonly gas_unit_price: string;
  readonly changes: readonly { readonly type: string; readonly address?: string }[];
  readonly events: readonly { readonly type: string }[];
}

describe("simulate_transaction on the genesis of devnet of November 2025", () => {
  let api: Api;
  let checker: ContractChecker;
  beforeAll(() => {
    api = createApi({ store: openFrameworkStore("devnet-2025-11") });
    checker = createContractChecker(api);
  });

  async function simulate(body: unknown, query = ""): Promise<Simulated> {
    const response = await ask(api, "simulate_transaction", { body: JSON.stringify(body), query });
    expect([response.status, checker.faults("simulate_transaction", response)]).toEqual([200, []]);
    const [simulated] = jsonOf(response) as [Simulated];
    expect(response.headers["X-SVC-GAS-USED"]).toBe(simulated.gas_used);
    return simulated;
  }

  test("shows what a transfer would do: effects, events and gas", async () => {
    const simulated = await simulate(request);
    expect(simulated).toMatchObject({ success: true, vm_status: "Executed successfully", version: "0" });
    expect(simulated).not.toHaveProperty("type");
    expect(Number(simulated.gas_used)).toBeGreaterThan(5);
    const types = simulated.events.map(({ type }) => type);
    expect(types).toContain("0x1::fungible_asset::Deposit");
    expect(types.at(-1)).toBe("0x1::transaction_fee::FeeStatement");
    expect(simulated.changes.length).toBeGreaterThan(2);
  });

  test("is the same in BCS, both ways", async () => {
    const { gas_used } = await simulate(request);
    const rawTxn: RawTransaction = {
      sender: parseAddress(rich),
      sequenceNumber: 0n,
      maxGasAmount: 100_000n,
      gasUnitPrice: 100n,
      expirationTimestampSecs: 60n,
      chainId: testChainId,
      payload: {
        kind: "EntryFunction",
        value: {
          module: { address: parseAddress("0x1"), name: "aptos_account" },
          function: "transfer",
          typeArgs: [],
          args: [parseAddress("0xb0b"), u64.encode(1000n)],
        },
      },
    };
    const sender = { kind: "NoAccountAuthenticator" } as const;
    const body = SignedTransaction.encode({ rawTxn, authenticator: { kind: "SingleSender", value: { sender } } });
    const contentType = "application/x.aptos.signed_transaction+bcs";
    const response = await ask(api, "simulate_transaction", { body, contentType, accept: "application/x-bcs" });
    expect(response.status).toBe(200);
    const { info } = TransactionOnChainData.decode(response.body as Uint8Array);
    expect(info.value.gasUsed).toBe(BigInt(gas_used));
  });

  test("estimates amounts and shows them", async () => {
    const { gas_used } = await simulate(request);
    const query = "estimate_gas_unit_price=true&estimate_max_gas_amount=true";
    const estimated = await simulate({ ...request, gas_unit_price: "0", max_gas_amount: "1" }, query);
    expect(estimated).toMatchObject({ success: true, gas_unit_price: "100", max_gas_amount: "2000000", gas_used });
    const urgent = await simulate(request, "estimate_prioritized_gas_unit_price=true");
    expect(urgent.gas_unit_price).toBe("150");
  });

  test("estimates no less than the whole units that every transaction takes, also for an account without coins", async () => {
    // 2,760,000 of 1,000,000 in a unit: too little, which the answer says.
    const poor = await simulate({ ...request, sender: "0xdead" }, "estimate_max_gas_amount=true");
    expect(poor).toMatchObject({
      success: false,
      max_gas_amount: "2",
      vm_status: "MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS",
    });
  });

  test("asks the filter of senders before it estimates", async () => {
    const config = { senderFilter: { allow: [], block: [rich] }, maxViewGas: 1 };
    const filtering = createApi({ store: openFrameworkStore("devnet-2025-11"), config });
    const query = "estimate_max_gas_amount=true";
    const answer = await ask(filtering, "simulate_transaction", { body: JSON.stringify(request), query });
    expect([answer.status, jsonOf(answer)]).toMatchObject([403, { error_code: "invalid_input" }]);
  });

  test.each([
    ["SEQUENCE_NUMBER_TOO_NEW", { sequence_number: "5" }],
    ["GAS_UNIT_PRICE_BELOW_MIN_BOUND", { gas_unit_price: "1" }],
    [
      "INVALID_AUTH_KEY",
      {
        signature: { type: "ed25519_signature", public_key: `0x${"11".repeat(32)}`, signature: `0x${"00".repeat(64)}` },
      },
    ],
  ])("what could not be committed is 200 without success: %s", async (status, members) => {
    expect(await simulate({ ...request, ...members })).toMatchObject({
      success: false,
      vm_status: status,
      gas_used: "0",
      changes: [],
    });
  });

  test("failures say what happened, in words", async () => {
    const claim = { ...transfer, function: "0x1::aptos_coin::claim_mint_capability", arguments: [] };
    expect(await simulate({ ...request, payload: claim })).toMatchObject({
      success: false,
      vm_status: expect.stringMatching(/^Move abort in 0x1::aptos_coin: EDELEGATION_NOT_FOUND\(0x3\): /),
    });
    const missing = { ...transfer, function: "0x1::nothing::transfer" };
    const refused = await ask(api, "simulate_transaction", { body: JSON.stringify({ ...request, payload: missing }) });
    expect(refused.status).toBe(400);
    const few = await simulate({ ...request, max_gas_amount: "12" });
    expect(few).toMatchObject({ success: false, vm_status: "Out of gas", gas_used: "12" });
  });

  test("a fee payer that is not known pays nothing", async () => {
    const stranger = `0x${"77".repeat(32)}`;
    const signature = {
      type: "fee_payer_signature",
      sender: { type: "no_account_signature" },
      secondary_signer_addresses: [],
      secondary_signers: [],
      fee_payer_address: "0x0",
      fee_payer_signer: { type: "no_account_signature" },
    };
    const payload = { ...transfer, function: "0x1::aptos_account::set_allow_direct_coin_transfers", arguments: [true] };
    expect(await simulate({ ...request, sender: stranger, payload, signature })).toMatchObject({ success: true });
  });

  test("a signature that verifies is refused", async () => {
    const secretKey = new Uint8Array(32).fill(5);
    const publicKey = ed25519.getPublicKey(secretKey);
    const rawTxn: RawTransaction = {
      sender: ed25519AuthenticationKey(publicKey),
      sequenceNumber: 0n,
      maxGasAmount: 100n,
      gasUnitPrice: 100n,
      expirationTimestampSecs: 60n,
      chainId: testChainId,
      payload: { kind: "Script", value: { code: Uint8Array.of(1), typeArgs: [], args: [] } },
    };
    const signature = ed25519.sign(signingMessage(rawTxn), secretKey);
    const body = SignedTransaction.encode({
      rawTxn,
      authenticator: { kind: "Ed25519", value: { publicKey, signature } },
    });
    const contentType = "application/x.aptos.signed_transaction+bcs";
    const response = await ask(api, "simulate_transaction", { body, contentType });
    expect([response.status, jsonOf(response)]).toMatchObject([
      400,
      { error_code: "invalid_input", message: "Simulated transactions must not have a valid signature" },
    ]);
  });

  test.each([
    ["no signature", { ...request, signature: undefined }],
    ["an unknown kind of signature", { ...request, signature: { type: "seal" } }],
    [
      "a key of the wrong length",
      { ...request, signature: { type: "ed25519_signature", public_key: "0x11", signature: "0x22" } },
    ],
    ["a payload of the past", { ...request, payload: { type: "module_bundle_payload" } }],
  ])("%s is 400", async (_, body) => {
    const response = await ask(api, "simulate_transaction", { body: JSON.stringify(body) });
    expect([response.status, checker.faults("simulate_transaction", response)]).toEqual([400, []]);
  });
});
