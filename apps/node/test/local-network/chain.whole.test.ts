import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { readLocalGenesis } from "@ledger/local-chain";
import { createDataDir, type LaunchedNode, runCommand, runNodeToEnd } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import { genesisSource, ingest } from "@ledger/sync";
import { expect, test } from "vitest";
import { balanceOf, fund, readHead, startLocalNetwork, untilCommitted } from "../support/local-network.ts";
import { shareNode } from "../support/share-node.ts";
import { writeTestLedger } from "../support/test-ledger.ts";
import { waitFor } from "../support/wait-for.ts";

/** An address that nobody has used. */
const newAddress = (): string => `0x${randomBytes(32).toString("hex")}`;

const network = shareNode((place) =>
  startLocalNetwork(...place, "--block-interval", "0", "--workers", "2", "--faucet-listen", "127.0.0.1:0"),
);
/** Where the faucet of a node is. */
const faucetOf = (node: LaunchedNode): string => /faucet {4}(http:\S+)/.exec(node.output())![1]!;

test("the start names the network's services, and accounts with their keys", async () => {
  const node = await network.running();
  const receiver = newAddress();
  await waitFor(
    async () => node.output(),
    (output) => output.includes("judy"),
  );
  const output = node.output();
  expect(output).toContain("local network");
  expect(output).toMatch(/faucet {4}http:\/\/127\.0\.0\.1:\d+\n/);
  expect(output).toContain(`GraphQL   ${node.url}/v1/graphql`);
  expect(output).toContain("for development only: everybody knows their private keys");
  const [, address] = /alice (0x[0-9a-f]{64}) ed25519-priv-0x[0-9a-f]{64}\n/.exec(output)!;
  expect(await balanceOf(node.url, address!)).toBe(100_000_000_000_000n);
  const faucet = faucetOf(node);
  expect(await (await fetch(faucet)).text()).toBe("tap:ok");
  await untilCommitted(node.url, await fund(faucet, receiver, 7));
  expect(await balanceOf(node.url, receiver)).toBe(7n);
  // What answers there is the faucet alone.
  expect((await fetch(`${faucet}/v1`)).status).toBe(404);
});

test("what was committed outlives a stop and a kill, and the chain goes on after both", async () => {
  const receiver = newAddress();
  const first = await network.running();
  const before = await untilCommitted(first.url, await fund(faucetOf(first), receiver, 100));
  expect(before.success).toBe(true);
  expect(await first.stop()).toBe(0);

  const second = await network.running();
  expect(second.output()).toContain("continue  local network");
  expect(await balanceOf(second.url, receiver)).toBe(100n);
  const after = await untilCommitted(second.url, await fund(faucetOf(second), receiver, 20));
  expect(BigInt(after.version!)).toBeGreaterThan(BigInt(before.version!));
  second.child.kill("SIGKILL");
  await second.exited;

  const third = await network.running();
  expect(await balanceOf(third.url, receiver)).toBe(120n);
  await untilCommitted(third.url, await fund(faucetOf(third), receiver, 3));
  expect(await balanceOf(third.url, receiver)).toBe(123n);
  const { output } = await runCommand("verify", "--data-dir", network.folder);
  expect(output).toMatch(/state {8}\d+ items have the root/);
});

test("without an interval there are blocks of transactions only", async () => {
  const node = await network.running();
  const { ledger_version: begun } = await readHead(node.url);
  await delay(300);
  expect((await readHead(node.url)).ledger_version).toBe(begun);
  await untilCommitted(node.url, await fund(faucetOf(node), newAddress(), 1));
  const { ledger_version: head } = await readHead(node.url);
  await delay(300);
  expect((await readHead(node.url)).ledger_version).toBe(head);
});

test("a second node follows the network, checks every state root, and answers the same bytes", async () => {
  using followerDir = createDataDir();
  const leader = await network.running();
  const receiver = newAddress();
  const { version } = await untilCommitted(leader.url, await fund(faucetOf(leader), receiver, 5));
  await using follower = await composeNode(
    ...["--data-dir", followerDir.path, "--follow", `${leader.url}/v1`, "--state-roots", "every_block"],
  );
  await waitFor(
    () => readHead(follower.url),
    ({ ledger_version }) => BigInt(ledger_version) >= BigInt(version!),
  );
  for (const path of [
    `/transactions/by_version/${version}`,
    `/blocks/by_version/${version}?with_transactions=true`,
    `/accounts/${receiver}/resources?ledger_version=${version}`,
    `/accounts/0x1/modules?ledger_version=${version}&limit=5`,
    "/transactions?start=0&limit=6",
  ]) {
    for (const accept of ["application/json", "application/x-bcs"]) {
      const [ours, theirs] = await Promise.all(
        [leader, follower].map(({ url }) => fetch(`${url}/v1${path}`, { headers: { accept } })),
      );
      expect([ours!.status, theirs!.status], path).toEqual([200, 200]);
      expect(new Uint8Array(await theirs!.arrayBuffer()), path).toEqual(new Uint8Array(await ours!.arrayBuffer()));
    }
  }
  // It takes no transactions itself.
  const refused = await fetch(`${follower.url}/fund`, { method: "POST", body: "{}" });
  expect(refused.status).toBe(404);
});

test("several processes that answer share the pool", async () => {
  const node = await network.running();
  const receiver = newAddress();
  const hashes = await Promise.all(Array.from({ length: 20 }, () => fund(faucetOf(node), receiver, 2)));
  const found = await Promise.all(hashes.map((hash) => untilCommitted(node.url, hash)));
  expect(found.every(({ success }) => success === true)).toBe(true);
  expect(await balanceOf(node.url, receiver)).toBe(40n);
});

test("a data folder with a development ledger of an earlier release is refused, with what to do", async () => {
  using dataDir = createDataDir();
  const store = openSqliteStore(`${dataDir.path}/ledger.db`);
  const extra = { address: "0x42", name: "extra", bytecode: Uint8Array.of(1) };
  const genesis = writeTestLedger(dataDir.path, await readLocalGenesis(), { chainId: 4, modules: [extra] });
  await ingest({ source: genesisSource(readFileSync(genesis)), store });
  await store.close();
  const { code, output } = await runNodeToEnd("--data-dir", dataDir.path);
  expect(code).toBe(1);
  expect(output).toContain("belongs to an earlier release");
  expect(output).toContain("choose another place with --data-dir");
});
