import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Account, Aptos, AptosConfig, Network } from "@aptos-labs/ts-sdk";
import { launchNodeIn, untilServing } from "@ledger/node-process";
import { expect, test } from "vitest";
import { balanceOf, fund, untilCommitted } from "../support/local-network.ts";
import { crashWhenAsked } from "../support/preload.ts";
import { shareNode } from "../support/share-node.ts";
import { waitFor } from "../support/wait-for.ts";

/** A node of which either thread crashes when its file appears. */
function shareCrashing(workers: number) {
  const triggerOf = (thread: "ledger" | "chain"): string => join(node.folder, `crash-${thread}`);
  const node = shareNode((place) => {
    const options = (["ledger", "chain"] as const).map(
      (thread) => crashWhenAsked(triggerOf(thread), thread).NODE_OPTIONS,
    );
    const args = [...place, "--workload", "off", "--block-interval", "0", "--workers", `${workers}`];
    return untilServing(launchNodeIn({ NODE_OPTIONS: options.join(" ") }, ...args));
  });
  return { running: node.running, triggerOf };
}

const nodes = { 1: shareCrashing(1), 2: shareCrashing(2) };

test.each([
  ["ledger", 1, "worker_crashed"],
  ["ledger", 2, "worker_crashed"],
  ["chain", 1, "a crash on purpose"],
] as const)(
  "transactions that wait outlive a crash of the thread of the %s, with %i processes that serve",
  async (thread, workers, said) => {
    const node = await nodes[workers].running();
    const receiver = Account.generate().accountAddress.toString();
    const begun = node.output().length;
    const saidSince = (): string => node.output().slice(begun);
    const aptos = new Aptos(new AptosConfig({ network: Network.CUSTOM, fullnode: `${node.url}/v1` }));
    const sender = Account.generate();
    await untilCommitted(node.url, await fund(node.url, sender.accountAddress.toString(), 100_000_000));
    const submit = async (sequenceNumber: number): Promise<string> => {
      const transaction = await aptos.transferCoinTransaction({
        sender: sender.accountAddress,
        recipient: receiver,
        amount: 10 ** sequenceNumber,
        options: { accountSequenceNumber: sequenceNumber, expireTimestamp: Math.floor(Date.now() / 1_000) + 500 },
      });
      const { hash } = await aptos.signAndSubmitTransaction({ signer: sender, transaction });
      return hash.slice(2);
    };
    const typeOf = async (hash: string): Promise<string | undefined> => {
      const response = await fetch(`${node.url}/v1/transactions/by_hash/0x${hash}`);
      return ((await response.json()) as { readonly type?: string }).type;
    };

    // They wait for the first of their sender.
    const waiting = [await submit(2), await submit(1)];
    for (const hash of waiting) expect(await typeOf(hash)).toBe("pending_transaction");
    writeFileSync(nodes[workers].triggerOf(thread), "");
    await waitFor(
      async () => saidSince(),
      (output) => output.includes(said),
    );
    // Clients go on being told that they wait.
    for (const hash of waiting) expect(await typeOf(hash)).toBe("pending_transaction");
    // A ledger that did not crash itself resumes with its next block.
    if (thread === "ledger") {
      await waitFor(
        async () => saidSince(),
        (output) => output.includes("ledger    resumed"),
      );
    }
    const first = await waitFor(
      () => submit(0).catch(() => undefined),
      (hash) => hash !== undefined,
    );
    for (const hash of [first!, ...waiting])
      expect(await untilCommitted(node.url, hash)).toMatchObject({ success: true });
    expect(await balanceOf(node.url, receiver)).toBe(111n);
  },
);
