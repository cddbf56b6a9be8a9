import { Account, type InputGenerateTransactionOptions } from "@aptos-labs/ts-sdk";
import { beforeAll, describe, expect, test } from "vitest";
import { refusalOf } from "../support/refusal.ts";
import { funds, type LocalNode } from "./support/local-node.ts";
import { openLocalNode } from "./support/open-local-node.ts";

// The errors that people meet, in the words that the official client hands on.

let local: LocalNode;
let sender: Account;
beforeAll(async () => {
  local = await openLocalNode();
  sender = await local.fund();
});

async function pay(amount: number, options: InputGenerateTransactionOptions = {}, payer: Account = sender) {
  const { aptos } = local;
  const transaction = await aptos.transaction.build.simple({
    sender: payer.accountAddress,
    data: { function: "0x1::aptos_account::transfer", functionArguments: [Account.generate().accountAddress, amount] },
    options,
  });
  return aptos.signAndSubmitTransaction({ signer: payer, transaction });
}

describe("is refused at once", () => {
  test.each<[string, number, () => Promise<unknown>]>([
    [
      "SEQUENCE_NUMBER_TOO_OLD",
      3,
      async () => {
        const { hash } = await pay(1);
        await local.aptos.waitForTransaction({ transactionHash: hash });
        return pay(2, { accountSequenceNumber: 0 });
      },
    ],
    ["INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE", 5, () => pay(1, { maxGasAmount: 2_000_000, gasUnitPrice: 10_000 })],
    ["INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE", 5, () => pay(1, {}, Account.generate())],
    ["TRANSACTION_EXPIRED", 6, () => pay(1, { expireTimestamp: 1_600_000_000 })],
    ["GAS_UNIT_PRICE_BELOW_MIN_BOUND", 15, () => pay(1, { gasUnitPrice: 1 })],
    ["MAX_GAS_UNITS_EXCEEDS_MAX_GAS_UNITS_BOUND", 13, () => pay(1, { maxGasAmount: 1_000_000_000 })],
  ])("%s", async (name, code, request) => {
    const { status, data, message } = await refusalOf(request());
    expect([status, data.error_code, data.vm_error_code]).toEqual([400, "vm_error", code]);
    expect(message).toContain(name);
  });

  test("somebody else's signature", async () => {
    const { aptos } = local;
    const transaction = await aptos.transferCoinTransaction({
      sender: sender.accountAddress,
      recipient: sender.accountAddress,
      amount: 1,
    });
    const { data } = await refusalOf(aptos.signAndSubmitTransaction({ signer: Account.generate(), transaction }));
    expect(data).toMatchObject({ error_code: "vm_error", vm_error_code: 2 });
  });
});

test("a transfer beyond the balance fails, costs gas, and says why", async () => {
  const { hash } = await pay(funds * 2);
  const waiting = local.aptos.waitForTransaction({ transactionHash: hash });
  await expect(waiting).rejects.toThrow(/EINSUFFICIENT_BALANCE\(0x10004\)/);
  const simulation = await local.aptos.transaction.simulate.simple({
    signerPublicKey: sender.publicKey,
    transaction: await local.aptos.transferCoinTransaction({
      sender: sender.accountAddress,
      recipient: sender.accountAddress,
      amount: funds * 2,
    }),
  });
  expect(simulation).toMatchObject([{ success: false, vm_status: expect.stringContaining("EINSUFFICIENT_BALANCE") }]);
});

test("a simulation says what would not be committed", async () => {
  const { aptos } = local;
  const nobody = Account.generate();
  const transaction = await aptos.transferCoinTransaction({
    sender: nobody.accountAddress,
    recipient: sender.accountAddress,
    amount: 1,
  });
  const simulation = await aptos.transaction.simulate.simple({ signerPublicKey: nobody.publicKey, transaction });
  expect(simulation).toMatchObject([{ success: false, vm_status: "INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE" }]);
});

test("an unknown transaction is waited for in vain", async () => {
  const options = { timeoutSecs: 1 };
  const waiting = local.aptos.waitForTransaction({ transactionHash: `0x${"ab".repeat(32)}`, options });
  await expect(waiting).rejects.toThrow(/not found|timed out/i);
});
