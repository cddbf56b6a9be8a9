import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDataDir, runNodeToEnd, type ServingNode } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { describeNetworks, networks, readVectorJson, readVectorText, vectorPath } from "@ledger/vectors";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectLedgerHeaders } from "./support/ledger-headers.ts";
import { shared } from "./support/shared.ts";

interface ModuleAbi {
  readonly address: string;
  readonly name: string;
}

interface BalanceCase {
  readonly network: string;
  readonly address: string;
  readonly asset_type: string;
  readonly balance: string;
}

interface TableCase {
  readonly network: string;
  readonly handle: string;
  readonly body: unknown;
  readonly expected: unknown;
}

const genesisArguments = (network: string, dataDir: string): string[] => [
  "--genesis",
  vectorPath(`genesis/${network}.genesis.blob`),
  "--waypoint",
  vectorPath(`genesis/${network}.waypoint.txt`),
  "--data-dir",
  dataDir,
];

/** Reads all pages of an account's modules, following the cursor header. */
async function listModules(
  url: string,
  address: string,
  limit: number,
): Promise<{ bytecode: string; abi: ModuleAbi }[]> {
  const modules: { bytecode: string; abi: ModuleAbi }[] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ limit: String(limit), ...(cursor === null ? {} : { start: cursor }) });
    const response: Response = await fetch(`${url}/v1/accounts/${address}/modules?${query}`);
    expect(response.status).toBe(200);
    expectLedgerHeaders(response);
    modules.push(...((await response.json()) as typeof modules));
    cursor = response.headers.get("x-svc-cursor");
    expect(cursor).not.toBe("");
  } while (cursor !== null);
  return modules;
}

/** Starts on one data folder, one after the other: with a wrong waypoint, twice, with another network's genesis, and without any. */
const starts = shared(async () => {
  using dataDir = createDataDir();
  const at = ["--data-dir", dataDir.path];
  const genesis = ["--genesis", vectorPath("genesis/testnet.genesis.blob")];
  const waypoint = readVectorText("genesis/mainnet.waypoint.txt").trim();
  const untrusted = await runNodeToEnd(...genesis, "--waypoint", waypoint, ...at);
  const first = await start(...genesisArguments("testnet", dataDir.path));
  const second = await start(...genesisArguments("testnet", dataDir.path));
  const otherNetwork = await runNodeToEnd(...genesisArguments("mainnet", dataDir.path));
  const third = await start(...at);
  return { untrusted, first, second, otherNetwork, third };
});

/** Starts a node, asks it for its ledger, and stops it. */
async function start(...args: string[]) {
  await using node = await composeNode(...args);
  const answer = await fetch(`${node.url}/v1`);
  return { status: answer.status, info: await answer.json(), output: node.output(), code: await node.stop() };
}

describe("a node on a real genesis", () => {
  describeNetworks(networks, (network) => {
    const dataDir = createDataDir();
    let node: ServingNode;

    beforeAll(async () => {
      node = await composeNode(...genesisArguments(network, dataDir.path));
    });
    afterAll(async () => {
      await node.stop();
      dataDir[Symbol.dispose]();
    });

    test("prints what it verified", () => {
      const facts = readVectorJson<{ waypoint: string; transaction_hash: string; state_checkpoint_hash: string }>(
        `genesis/${network}.facts.json`,
      );
      expect(node.output()).toContain(`${facts.waypoint} equals the trusted one`);
      expect(node.output()).toContain(facts.transaction_hash);
      expect(node.output()).toContain(facts.state_checkpoint_hash);
    });

    test("answers the ledger info", async () => {
      const facts = readVectorJson<{ chain_id: number }>(`genesis/${network}.facts.json`);
      const response = await fetch(`${node.url}/v1`);
      expectLedgerHeaders(response);
      expect(response.headers.get("x-svc-chain-id")).toBe(String(facts.chain_id));
      expect(await response.json()).toMatchObject({
        chain_id: facts.chain_id,
        ledger_version: "0",
        oldest_ledger_version: "0",
        block_height: "0",
        epoch: "0",
      });
    });

    test("lists every module of every account with its ABI, in state key order, page by page", async () => {
      const facts = readVectorJson<{ modules: { id: string; bytecode_bytes: number }[] }>(
        `genesis/${network}.facts.json`,
      );
      const { cases } = readVectorJson<{ cases: ModuleAbi[] }>(`genesis/${network}.modules_abi.json`);
      for (const address of new Set(cases.map((abi) => abi.address))) {
        const listed = await listModules(node.url, address, 17);
        expect(listed.map(({ abi }) => `${abi.address}::${abi.name}`)).toEqual(
          facts.modules.filter(({ id }) => id.startsWith(`${address}::`)).map(({ id }) => id),
        );
        for (const { abi } of listed) {
          expect(abi).toEqual(cases.find((one) => one.address === address && one.name === abi.name));
        }
      }
    });

    test("answers balances", async () => {
      const { cases } = readVectorJson<{ cases: BalanceCase[] }>("balances/genesis.json");
      for (const { address, asset_type, balance } of cases.filter((one) => one.network === network)) {
        const response = await fetch(`${node.url}/v1/accounts/${address}/balance/${encodeURIComponent(asset_type)}`);
        expect(response.status).toBe(200);
        expect(await response.text()).toBe(balance);
      }
    });

    test("answers table items", async () => {
      const { cases } = readVectorJson<{ cases: TableCase[] }>("tables/genesis_requests.json");
      for (const { handle, body, expected } of cases.filter((one) => one.network === network)) {
        const response = await fetch(`${node.url}/v1/tables/${handle}/item`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        });
        expect(await response.json()).toEqual(expected);
        expect(response.status).toBe(200);
        expectLedgerHeaders(response);
      }
    });
  });

  test("a second start continues, with and without --genesis", async () => {
    const { first, second, third } = await starts();
    expect([first.code, second.code]).toEqual([0, 0]);
    expect(second.output).toContain("continue  genesis testnet.genesis.blob, versions 0 to 0");
    expect(third.info).toMatchObject({ chain_id: 2, ledger_version: "0" });
  });

  test("another network's genesis is refused on a used data folder", async () => {
    const { otherNetwork, third } = await starts();
    expect(otherNetwork.code).toBe(1);
    expect(otherNetwork.output).toContain("wrong_network");
    expect(otherNetwork.output).toContain("--data-dir");
    // The folder is as it was.
    expect(third).toMatchObject({ status: 200, info: { chain_id: 2 } });
  });

  test("a wrong waypoint is refused and nothing is written", async () => {
    const { untrusted, first } = await starts();
    expect(untrusted.code).toBe(1);
    expect(untrusted.output).toContain("wrong_waypoint");
    expect(first.output).toContain("equals the trusted one");
  });

  test.each([[1], [1000], [139_687], [279_373]])("a genesis with byte %i flipped is refused", async (offset) => {
    using dataDir = createDataDir();
    const blob = join(dataDir.path, "flipped.blob");
    copyFileSync(vectorPath("genesis/testnet.genesis.blob"), blob);
    const bytes = readFileSync(blob);
    bytes[offset] = (bytes[offset] ?? 0) ^ 0x01;
    writeFileSync(blob, bytes);
    const refused = await runNodeToEnd(
      "--genesis",
      blob,
      "--waypoint",
      vectorPath("genesis/testnet.waypoint.txt"),
      "--data-dir",
      join(dataDir.path, "ledger"),
    );
    expect(refused.code).toBe(1);
    expect(refused.output).toMatch(/wrong_waypoint|invalid_genesis|hash_mismatch/);
  });

  test("a truncated genesis is refused with the place where it ends", async () => {
    using dataDir = createDataDir();
    const blob = join(dataDir.path, "short.blob");
    writeFileSync(blob, readFileSync(vectorPath("genesis/testnet.genesis.blob")).subarray(0, 100_000));
    const refused = await runNodeToEnd("--genesis", blob, "--data-dir", join(dataDir.path, "ledger"));
    expect(refused.code).toBe(1);
    expect(refused.output).toContain("invalid_genesis");
    expect(refused.output).toMatch(/byte \d+/);
    expect(existsSync(blob)).toBe(true);
  });
});
