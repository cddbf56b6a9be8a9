// Does the local network take what many programs send at a time? Accounts are funded in parallel by the official client, unchanged, and
// each pays its neighbour; no coin may be lost, and nothing may be refused.
import { parseArgs } from "node:util";
import { Account, type UserTransactionResponse } from "@aptos-labs/ts-sdk";
import { funds, startLocalNode } from "../test/sdk/local-network/support/local-node.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "1000" },
    workers: { type: "string", default: "1" },
    seed: { type: "string" },
  },
});
const count = Number(values.count);
const fundedAmount = 1_000;

/** Does one thing with every account at the same time. */
async function forAll<T>(
  what: string,
  accounts: readonly Account[],
  run: (account: Account, index: number) => Promise<T>,
) {
  const started = performance.now();
  const results = await Promise.allSettled(accounts.map(run));
  const seconds = (performance.now() - started) / 1_000;
  const refused = results.filter((result) => result.status === "rejected");
  process.stdout.write(
    `${what}: ${accounts.length - refused.length} of ${accounts.length} in ${seconds.toFixed(1)} s\n`,
  );
  for (const { reason } of refused.slice(0, 3)) process.stdout.write(`  ${reason}\n`);
  return results.map((result) => (result.status === "fulfilled" ? result.value : undefined));
}

let passed = 0;
let failed = 0;
const local = await startLocalNode("--workers", values.workers);
try {
  const { aptos } = local;
  const accounts = Array.from({ length: count }, () => Account.generate());
  const neighbour = (index: number): Account => accounts[(index + 1) % count]!;
  await forAll("funded", accounts, (account) => local.fund(account));
  const paid = await forAll("paid", accounts, async (sender, index) => {
    const { accountAddress: recipient } = neighbour(index);
    const transaction = await aptos.transferCoinTransaction({
      sender: sender.accountAddress,
      recipient,
      amount: fundedAmount,
    });
    const { hash } = await aptos.signAndSubmitTransaction({ signer: sender, transaction });
    return (await aptos.waitForTransaction({ transactionHash: hash })) as UserTransactionResponse;
  });
  const balances = await forAll("read", accounts, async ({ accountAddress }) => {
    const answer = await fetch(`${local.url}/v1/accounts/${accountAddress}/balance/0xa`);
    return Number(await answer.text());
  });
  for (const [index, balance] of balances.entries()) {
    const transaction = paid[index];
    const fee = Number(transaction?.gas_used) * Number(transaction?.gas_unit_price);
    if (balance === funds - fee) passed++;
    else failed++;
  }
} finally {
  await local[Symbol.asyncDispose]();
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
