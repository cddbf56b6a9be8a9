import { Account, type UserTransactionResponse } from "@aptos-labs/ts-sdk";
import { cases } from "@ledger/test-run/effort";
import { expect, test } from "vitest";
import { funds, startLocalNode } from "../sdk/local-network/support/local-node.ts";

const count = cases(100);
const paidAmount = 1_000;

test.each([1, 2])(
  "accounts that are funded at a time each pay their neighbour, and no coin is lost, with %i processes that serve",
  async (workers) => {
    await using local = await startLocalNode("--workers", `${workers}`);
    const { aptos } = local;
    const accounts = Array.from({ length: count }, () => Account.generate());
    await Promise.all(accounts.map((account) => local.fund(account)));
    const paid = await Promise.all(
      accounts.map(async (sender, index) => {
        const { accountAddress: recipient } = accounts[(index + 1) % count]!;
        const transaction = await aptos.transferCoinTransaction({
          sender: sender.accountAddress,
          recipient,
          amount: paidAmount,
        });
        const { hash } = await aptos.signAndSubmitTransaction({ signer: sender, transaction });
        return (await aptos.waitForTransaction({ transactionHash: hash })) as UserTransactionResponse;
      }),
    );
    const balances = await Promise.all(
      accounts.map(async ({ accountAddress }) => {
        const answer = await fetch(`${local.url}/v1/accounts/${accountAddress}/balance/0xa`);
        return Number(await answer.text());
      }),
    );
    // Each has paid as much as it was given, and a fee.
    const fees = paid.map(({ gas_used, gas_unit_price }) => Number(gas_used) * Number(gas_unit_price));
    expect(balances).toEqual(fees.map((fee) => funds - fee));
  },
);
