import { Account, AccountAddress, type CommittedTransactionResponse } from "@aptos-labs/ts-sdk";
import { beforeAll, expect, test } from "vitest";
import { funds, type LocalNode, startLocalNode } from "./support/local-node.ts";
import { openLocalNode } from "./support/open-local-node.ts";

// What everybody does first with the official client, unchanged, on the local network.

let local: LocalNode;
beforeAll(async () => {
  local = await openLocalNode();
});

const aptMetadata = AccountAddress.A;

async function balanceOf({ accountAddress }: Account): Promise<number> {
  return local.aptos.getAccountAPTAmount({ accountAddress });
}

/** Octas that a transaction cost its payer. */
function feeOf(committed: CommittedTransactionResponse): number {
  const { gas_used, gas_unit_price } = committed as { gas_used: string; gas_unit_price: string };
  return Number(gas_used) * Number(gas_unit_price);
}

test("fundAccount makes an account, and adds to one", async () => {
  const account = Account.generate();
  const accountAddress = account.accountAddress;
  const transaction = await local.aptos.fundAccount({ accountAddress, amount: 5 });
  expect(transaction).toMatchObject({ type: "user_transaction", success: true });
  await local.aptos.fundAccount({ accountAddress, amount: 7 });
  expect(await balanceOf(account)).toBe(12);
});

test("fundAccount for many at a time", async () => {
  const accounts = Array.from({ length: 50 }, () => Account.generate());
  await Promise.all(accounts.map((account) => local.fund(account)));
  expect(new Set(await Promise.all(accounts.map(balanceOf)))).toEqual(new Set([funds]));
});

test("transferCoinTransaction moves coins to an account that did not exist", async () => {
  const { aptos } = local;
  const sender = await local.fund();
  const recipient = Account.generate();
  const transaction = await aptos.transferCoinTransaction({
    sender: sender.accountAddress,
    recipient: recipient.accountAddress,
    amount: 1_000,
  });
  const pending = await aptos.signAndSubmitTransaction({ signer: sender, transaction });
  // The API writes an address without its leading zeros.
  expect(AccountAddress.from(pending.sender)).toEqual(sender.accountAddress);
  expect(pending.sequence_number).toBe("0");
  const committed = await aptos.waitForTransaction({ transactionHash: pending.hash });
  expect(committed).toMatchObject({ success: true, vm_status: "Executed successfully", hash: pending.hash });
  expect(await balanceOf(recipient)).toBe(1_000);
  expect(await balanceOf(sender)).toBe(funds - 1_000 - feeOf(committed));
  expect(await aptos.getAccountInfo({ accountAddress: sender.accountAddress })).toMatchObject({ sequence_number: "1" });
});

test("transferFungibleAsset moves the same coins as a fungible asset", async () => {
  const { aptos } = local;
  const sender = await local.fund();
  const recipient = Account.generate();
  const transaction = await aptos.transferFungibleAsset({
    sender,
    fungibleAssetMetadataAddress: aptMetadata,
    recipient: recipient.accountAddress,
    amount: 321,
  });
  const { hash } = await aptos.signAndSubmitTransaction({ signer: sender, transaction });
  await aptos.waitForTransaction({ transactionHash: hash });
  expect(await balanceOf(recipient)).toBe(321);
});

test("simulate estimates gas, and what is submitted then uses as much", async () => {
  const { aptos } = local;
  const sender = await local.fund();
  const recipient = await local.fund();
  const transaction = await aptos.transferCoinTransaction({
    sender: sender.accountAddress,
    recipient: recipient.accountAddress,
    amount: 1_000,
  });
  const options = { estimateGasUnitPrice: true, estimateMaxGasAmount: true };
  const [simulated] = await aptos.transaction.simulate.simple({
    signerPublicKey: sender.publicKey,
    transaction,
    options,
  });
  expect(simulated).toMatchObject({ success: true, gas_unit_price: "100", max_gas_amount: `${funds / 100}` });
  const [urgent] = await aptos.transaction.simulate.simple({
    transaction,
    options: { estimatePrioritizedGasUnitPrice: true },
  });
  expect(urgent).toMatchObject({ success: true, gas_unit_price: "150" });
  const { hash } = await aptos.signAndSubmitTransaction({ signer: sender, transaction });
  const committed = await aptos.waitForTransaction({ transactionHash: hash });
  expect(committed.gas_used).toBe(simulated!.gas_used);
});

test("a transaction by its hash is pending first, where it waits for the one before", async () => {
  const { aptos } = local;
  const sender = await local.fund();
  const submit = async (accountSequenceNumber: number) => {
    const transaction = await aptos.transaction.build.simple({
      sender: sender.accountAddress,
      data: { function: "0x1::aptos_account::transfer", functionArguments: [sender.accountAddress, 1] },
      options: { accountSequenceNumber },
    });
    return aptos.signAndSubmitTransaction({ signer: sender, transaction });
  };
  const second = await submit(1);
  expect(await aptos.getTransactionByHash({ transactionHash: second.hash })).toMatchObject({
    type: "pending_transaction",
  });
  expect(await aptos.isPendingTransaction({ transactionHash: second.hash })).toBe(true);
  await submit(0);
  expect(await aptos.waitForTransaction({ transactionHash: second.hash })).toMatchObject({ success: true });
});

test("view reads what was written", async () => {
  const sender = await local.fund();
  const payload = {
    function: "0x1::coin::balance" as const,
    typeArguments: ["0x1::aptos_coin::AptosCoin" as const],
    functionArguments: [sender.accountAddress],
  };
  expect(await local.aptos.view({ payload })).toEqual([`${funds}`]);
});

test("with several serving processes all of them know what waits", async () => {
  await using shared = await startLocalNode("--workers", "2");
  const sender = await shared.fund();
  const hashes = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(async (replayProtectionNonce) => {
      const transaction = await shared.aptos.transaction.build.simple({
        sender: sender.accountAddress,
        data: { function: "0x1::aptos_account::transfer", functionArguments: [sender.accountAddress, 1] },
        options: { replayProtectionNonce },
      });
      return (await shared.aptos.signAndSubmitTransaction({ signer: sender, transaction })).hash;
    }),
  );
  for (const transactionHash of hashes) {
    expect(await shared.aptos.waitForTransaction({ transactionHash })).toMatchObject({ success: true });
  }
});
