import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type LocalNetwork, startLocalNetwork } from "../../src/index.ts";
import { serve, type Upstream, withoutMetadata } from "../support/serve.ts";

let original: LocalNetwork;
let upstream: Upstream;
let folder: string;

beforeAll(async () => {
  original = await startLocalNetwork({ startTime: new Date("2026-03-01T00:00:00Z") });
  await original.fund("0xb0b", 5_000n);
  upstream = await serve(original);
  folder = await mkdtemp(join(tmpdir(), "fork-"));
});

afterAll(async () => {
  upstream[Symbol.dispose]();
  await original[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function versionOf(net: LocalNetwork): Promise<bigint> {
  const { ledger_version: version } = (await (await net.fetch(net.url)).json()) as { ledger_version: string };
  return BigInt(version);
}

const balance = (net: LocalNetwork, owner: string) =>
  net.view({ function: "0x1::coin::balance", typeArguments: ["0x1::aptos_coin::AptosCoin"], arguments: [owner] });

const pay = (net: LocalNetwork, amount: bigint) =>
  net.send({ sender: net.accounts[0]!, function: "0x1::aptos_account::transfer", arguments: ["0xb0b", `${amount}`] });

describe.each([
  ["a node that tells metadata", (question: Parameters<Upstream["answer"]>[0]) => question.honest(), true],
  ["a node as they are published", withoutMetadata, false],
] as const)("a fork of %s", (_name, answer, hasMetadata) => {
  test("goes on where the other one is, and leaves it alone", async () => {
    using node = await serve(original, answer);
    await using net = await startLocalNetwork({ fork: { url: node.url } });
    const at = await versionOf(original);
    expect(net.forkPoint).toMatchObject({ chainId: 4, version: at, hasMetadata });
    expect(await balance(net, "0xb0b")).toEqual(["5000"]);
    const paid = await pay(net, 7n);
    expect(paid).toMatchObject({ success: true });
    expect(paid.version).toBeGreaterThan(at);
    expect(await balance(net, "0xb0b")).toEqual(["5007"]);
    expect(await versionOf(original)).toBe(at);
    expect(await balance(original, "0xb0b")).toEqual(["5000"]);
  });

  test("lists what accounts hold", async () => {
    using node = await serve(original, answer);
    await using net = await startLocalNetwork({ fork: { url: node.url } });
    const list = async (each: LocalNetwork, what: string) => {
      const listed = (await (await each.fetch(`${each.url}/accounts/0x1/${what}?limit=9999`)).json()) as object[];
      return listed.map((item) => JSON.stringify("type" in item ? item.type : item)).sort();
    };
    expect(await list(net, "resources")).toEqual(await list(original, "resources"));
    expect(await list(net, "modules")).toEqual(await list(original, "modules"));
  });

  test("gives coins, sets balances, impersonates, goes back in time", async () => {
    using node = await serve(original, answer);
    await using net = await startLocalNetwork({ fork: { url: node.url } });
    const before = await net.snapshot();
    await net.fund("0xca11", 33n);
    await net.setBalance("0xcab", 44n);
    expect(await balance(net, "0xca11")).toEqual(["33"]);
    expect(await balance(net, "0xcab")).toEqual(["44"]);
    const core = await net.impersonate("0xa550c18");
    const sent = await net.send({ sender: core, function: "0x1::aptos_account::transfer", arguments: ["0xcab", "1"] });
    expect(sent.success).toBe(true);
    await before.restore();
    expect(await balance(net, "0xca11")).toEqual(["0"]);
    expect((await pay(net, 1n)).success).toBe(true);
  });
});

describe("a cache", () => {
  test("lets a fork go on without its network, and without a socket", async () => {
    const version = await versionOf(original);
    const run = async (fork: object) => {
      await using net = await startLocalNetwork({ fork: { url: upstream.url, version, cache: folder, ...fork } });
      const { gasUsed, success } = await pay(net, 7n);
      return { gasUsed, success, balance: await balance(net, "0xb0b") };
    };
    const online = await run({});
    expect(online).toMatchObject({ success: true, balance: ["5007"] });
    const sockets = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("no socket"));
    const offline = { offline: true, fetch: () => Promise.reject(new Error("no socket")) };
    expect(await run({ ...offline, url: "http://192.0.2.1/v1" })).toEqual(online);
    expect(sockets).not.toHaveBeenCalled();
    sockets.mockRestore();
  });

  test("is the same file whatever was asked for first, and only what is new is fetched", async () => {
    const version = await versionOf(original);
    const files = await Promise.all(
      ["a", "b"].map(async (name) => {
        const cache = join(folder, name);
        await using net = await startLocalNetwork({ fork: { url: upstream.url, version, cache } });
        const asks = [() => balance(net, "0xb0b"), () => balance(net, "0xfeed"), () => pay(net, 2n)];
        for (const ask of name === "a" ? asks : asks.reverse()) await ask();
        await net[Symbol.asyncDispose]();
        expect(await readdir(join(cache, "4"))).toEqual([`${version}.jsonl`]);
        return readFile(join(cache, "4", `${version}.jsonl`), "utf8");
      }),
    );
    expect(files[1]).toBe(files[0]);
    const asked = upstream.questions.length;
    await using again = await startLocalNetwork({ fork: { url: upstream.url, version, cache: join(folder, "a") } });
    expect((await pay(again, 2n)).success).toBe(true);
    // The chain's extent, the probe, the record, the block and its first record.
    expect(upstream.questions.length - asked).toBeLessThanOrEqual(5);
  });

  test("names what it lacks", async () => {
    const version = await versionOf(original);
    const fork = { url: upstream.url, version, cache: folder, offline: true };
    await using net = await startLocalNetwork({ fork });
    const missing = net.view({ function: "0x1::voting::is_resolved", typeArguments: [], arguments: [] });
    await expect(missing).rejects.toMatchObject({
      name: "ForkError",
      code: "not_cached",
      item: "the module 0x1::voting",
    });
    // What could not be had does not harm what can.
    expect((await pay(net, 1n)).success).toBe(true);
    await expect(startLocalNetwork({ fork: { ...fork, version: version + 9n } })).rejects.toMatchObject({
      code: "not_cached",
    });
    await expect(startLocalNetwork({ fork: { ...fork, version: undefined } })).rejects.toMatchObject({
      code: "invalid_request",
    });
  });

  test("that is damaged, or of another ledger, is refused", async () => {
    const version = await versionOf(original);
    const cache = join(folder, "damaged");
    const fork = { url: upstream.url, version, cache };
    await (await startLocalNetwork({ fork }))[Symbol.asyncDispose]();
    const path = join(cache, "4", `${version}.jsonl`);
    const text = await readFile(path, "utf8");
    for (const bad of [
      text.slice(0, text.length / 2),
      text.replace('"ledgerFork":1', '"ledgerFork":2'),
      text.replace('"value":"', '"value":"*'),
      "{}\n",
      "",
    ]) {
      await writeFile(path, bad);
      await expect(startLocalNetwork({ fork })).rejects.toMatchObject({ code: "cache_unusable" });
      await expect(startLocalNetwork({ fork: { ...fork, offline: true } })).rejects.toMatchObject({
        code: "cache_unusable",
      });
    }
    await writeFile(path, text.replace(/"accumulatorRoot":"0x../, '"accumulatorRoot":"0x00'));
    await expect(startLocalNetwork({ fork })).rejects.toMatchObject({ code: "cache_of_another_ledger" });
  });
});
