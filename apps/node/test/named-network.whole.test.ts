import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDataDir, launchNodeIn, runCommand, runNodeToEnd, untilServing } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { vectorPath } from "@ledger/vectors";
import { describe, expect, test } from "vitest";
import { startUpstream } from "./support/upstream.ts";

const place = "https://raw.githubusercontent.com/aptos-labs/aptos-networks/main";
const later = "1638030465:6072b68a942aace147e0655c5704beaa255c84a7829baa4e72a500f1516584c4";

async function infoOf(node: { readonly url: string }): Promise<Record<string, unknown>> {
  return (await (await fetch(`${node.url}/v1`)).json()) as Record<string, unknown>;
}

test("a file that is not there is named with the command that takes it, and nothing is written", async () => {
  using folder = createDataDir();
  for (const [name, file] of [
    ["mainnet", "genesis.blob"],
    ["testnet", "genesis.blob"],
    ["devnet", "genesis.blob"],
  ] as const) {
    const dir = join(folder.path, "a ledger");
    const refused = await runNodeToEnd("--network", name, "--data-dir", dir);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain(
      `take it with: curl --fail --create-dirs --output '${join(dir, file)}' ${place}/${name}/${file}\n`,
    );
  }
  expect(readdirSync(folder.path)).toEqual([]);
});

describe("a network by its name", () => {
  test("is its genesis in the data folder and the waypoint that is built in", async () => {
    using folder = createDataDir();
    const at = ["--network", "mainnet", "--data-dir", folder.path];
    const blob = join(folder.path, "genesis.blob");
    copyFileSync(vectorPath("genesis/mainnet.genesis.blob"), blob);
    const first = await composeNode(...at);
    expect(first.output()).toMatch(/waypoint {5}0:6072b68a[0-9a-f]+ equals the trusted one/);
    expect(await infoOf(first)).toMatchObject({ chain_id: 1, ledger_version: "0" });
    expect(await first.stop()).toBe(0);

    // A ledger that is there does not need its beginning again.
    rmSync(blob);
    const again = await composeNode(...at);
    expect(await infoOf(again)).toMatchObject({ chain_id: 1 });
    expect(await again.stop()).toBe(0);

    const other = await runNodeToEnd("--network", "testnet", "--data-dir", folder.path);
    expect([other.code, other.output]).toEqual([
      1,
      expect.stringContaining("the store holds another ledger (chain 1), which is not testnet"),
    ]);

    // What is only for a local network is not for this ledger, and only the store knows that it is none.
    await using served = await untilServing(
      launchNodeIn({ LEDGER_FORK_TIMEOUT: "200" }, "--data-dir", folder.path, "--faucet-listen", "127.0.0.1:0"),
    );
    expect(served.output()).toContain("--faucet-listen: has no effect: the store holds another network's ledger");
    expect(served.output()).not.toContain("--workload");
    // What has no effect anyway is told once, with its own reason.
    expect(served.output().match(/LEDGER_FORK_TIMEOUT: .*/g)).toEqual([
      "LEDGER_FORK_TIMEOUT: needs --fork, without --fork-offline",
    ]);

    const verified = await runCommand("verify", ...at);
    expect([verified.code, verified.output]).toEqual([0, expect.stringMatching(/waypoint +matched/)]);
    const mistaken = await runCommand("verify", "--network", "testnet", "--data-dir", folder.path);
    expect([mistaken.code, mistaken.output]).toEqual([1, expect.stringContaining("which is not testnet")]);

    const copy = join(folder.path, "copy.db");
    expect((await runCommand("backup", copy, "--data-dir", folder.path)).code).toBe(0);
    const restored = join(folder.path, "restored");
    const refused = await runCommand("restore", copy, "--network", "testnet", "--data-dir", restored);
    expect([refused.code, existsSync(restored)], refused.output).toEqual([1, false]);
    const back = await runCommand("restore", copy, "--network", "mainnet", "--data-dir", restored);
    expect([back.code, back.output]).toEqual([0, expect.stringMatching(/waypoint +matched/)]);
  });

  test("is not the genesis of another one", async () => {
    using folder = createDataDir();
    copyFileSync(vectorPath("genesis/testnet.genesis.blob"), join(folder.path, "genesis.blob"));
    const refused = await runNodeToEnd("--network", "mainnet", "--data-dir", folder.path);
    expect([refused.code, refused.output]).toEqual([1, expect.stringMatching(/wrong_network: .*genesis transaction/)]);
    expect(readdirSync(folder.path)).toEqual(["genesis.blob"]);
  });

  test("that is reset now and then needs its waypoint too", async () => {
    using folder = createDataDir();
    const dir = join(folder.path, "devnet");
    mkdirSync(dir);
    copyFileSync(vectorPath("genesis/devnet-2025-11.genesis.blob"), join(dir, "genesis.blob"));
    const at = ["--network", "devnet", "--data-dir", dir];
    const refused = await runNodeToEnd(...at);
    expect([refused.code, refused.output]).toEqual([
      1,
      expect.stringContaining(`--output ${join(dir, "waypoint.txt")} ${place}/devnet/waypoint.txt\n`),
    ]);
    copyFileSync(vectorPath("genesis/devnet-2025-11.waypoint.txt"), join(dir, "waypoint.txt"));
    await using node = await composeNode(...at);
    expect(node.output()).toContain("equals the trusted one");
  });

  test("published waypoint of a later version: refused where nothing leads to it, with the file to take", async () => {
    using folder = createDataDir();
    const file = join(folder.path, "waypoint.txt");
    writeFileSync(file, `${later}\n`);
    const genesis = ["--genesis", vectorPath("genesis/mainnet.genesis.blob")];
    const refused = await runNodeToEnd("--data-dir", join(folder.path, "data"), ...genesis, "--waypoint", file);
    expect([refused.code, refused.output]).toEqual([
      1,
      expect.stringMatching(/waypoint_unreachable: .* as genesis_waypoint\.txt .*--network NAME/),
    ]);
  });
});

test("an upstream of another network is refused, from genesis on and from now on", async () => {
  using folder = createDataDir();
  await using leader = await startUpstream();
  for (const extra of [[], ["--start-version", "latest"]]) {
    const dir = join(folder.path, `${extra.length}`);
    const follow = ["--network", "mainnet", "--follow", `${leader.url}/v1`, ...extra];
    const refused = await runNodeToEnd("--data-dir", dir, ...follow);
    expect([refused.code, refused.output]).toEqual([1, expect.stringMatching(/wrong_network: .*chain id.*expected 1/)]);
  }
  // With a published waypoint of a later version the ledger is followed to it: that is refused for the chain, not for the waypoint.
  const dir = join(folder.path, "later");
  const follow = ["--network", "mainnet", "--waypoint", later, "--follow", `${leader.url}/v1`];
  const refused = await runNodeToEnd("--data-dir", dir, ...follow);
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("wrong_network")]);
  // Without a name the waypoint is awaited, where the ledger comes to it.
  await using follower = await composeNode(
    ...["--data-dir", join(folder.path, "awaited"), "--waypoint", later, "--follow", `${leader.url}/v1`],
  );
  expect(follower.output()).toContain("waypoint  will be compared at version 1638030465");
});
