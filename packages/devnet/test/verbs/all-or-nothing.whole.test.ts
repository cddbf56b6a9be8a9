import { Random } from "@ledger/random";
import { randomTest } from "@ledger/test-run";
import { bytesEqual, bytesToHex } from "@ledger/types";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type LocalNetwork, startLocalNetwork } from "../../src/index.ts";
import { NetworkChain } from "../../src/network/network-chain.ts";
import { packState, unpackState } from "../../src/network/state-file.ts";
import { serveLocalNetwork } from "../../src/node/index.ts";
import { drawCall } from "./extreme-inputs.ts";

const start = new Date("2026-01-01T00:00:00Z");

afterEach(() => vi.restoreAllMocks());

/** The account that no verb is told to change. */
const senderName = "carol";

/** Asks the network for something: in this process, or over a socket. */
type Ask = (path: string, init?: RequestInit) => Promise<Response>;

/** A network that is asked for anything, and whose health is looked at after each answer. */
class Trial {
  readonly #net: LocalNetwork;
  readonly #ask: Ask;
  readonly #random: Random;
  readonly #snapshots: number[] = [];
  #dumps: readonly string[] = [];

  constructor(net: LocalNetwork, ask: Ask, random: Random) {
    this.#net = net;
    this.#ask = ask;
    this.#random = random;
  }

  async run(count: number): Promise<void> {
    const net = this.#net;
    const fresh = await net.snapshot();
    this.#dumps = await dumpsOf(net);
    let previous = await net.dumpState();
    for (let step = 0; step < count; step++) {
      // A long history makes nothing harder, and everything slower.
      if (step % 25 === 24) {
        await fresh.restore();
        previous = await net.dumpState();
      }
      const sources = {
        ...{ state: net.state, snapshots: this.#snapshots, dumps: this.#dumps, signed: ["0x00", "0x"] },
        nowUsecs: BigInt((await net.time.now()).getTime()) * 1_000n,
      };
      const { verb, body } = await drawCall(this.#random, sources);
      const response = await this.#verb(verb, body);
      const value: unknown = await response.json();
      const what = `step ${step}: ${verb} ${JSON.stringify(body).slice(0, 300)} gave ${JSON.stringify(value).slice(0, 300)}`;
      expect(response.status, what).toBeOneOf([200, 400]);
      if (verb === "snapshot" && response.ok) this.#snapshots.push(value as number);
      const dumped = await net.dumpState();
      if (!response.ok) expect(bytesEqual(dumped, previous), `changed by what was refused; ${what}`).toBe(true);
      previous = dumped;
      await this.#expectLife(what);
    }
  }

  async #expectLife(what: string): Promise<void> {
    const net = this.#net;
    for (const path of readPaths) {
      const { status } = await this.#ask(path);
      expect(status, `${path} after ${what}`).toBeLessThan(500);
    }
    expect((await this.#ask("/v1/-/healthy?duration_secs=4294967295")).status, `health after ${what}`).toBe(200);
    const here = await net.snapshot();
    await net.setMining("auto");
    const sender = net.accounts.find(({ name }) => name === senderName)!;
    const payment = { sender, function: "0x1::aptos_account::transfer", arguments: ["0xd0e", "1"] };
    const sent = await net.send(payment).catch((error: unknown) => error);
    expect(sent, `a transaction after ${what}`).toMatchObject({ version: expect.any(BigInt) });
    await here.restore();
  }

  #verb(name: string, body: unknown): Promise<Response> {
    return this.#ask(`/v1/-/local/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  }
}

const readPaths = [
  "/v1",
  "/v1/accounts/0x1/resources?limit=9999",
  "/v1/accounts/0x1/modules?limit=3",
  "/v1/accounts/0xb0b/resources",
  "/v1/accounts/0xb0b/balance/0x1::aptos_coin::AptosCoin",
  "/v1/accounts/0xb0b/modules",
  "/v1/transactions?limit=5",
  "/v1/estimate_gas_price",
  "/v1/-/local",
];

/** Dumps of networks: of this one, and some that no network would have made. */
async function dumpsOf(net: LocalNetwork): Promise<readonly string[]> {
  const whole = await net.dumpState();
  const file = await unpackState(whole);
  const far = await packState({ ...file, nowUsecs: 2n ** 64n - 1n });
  const others = await packState({ ...file, records: file.records.slice(1) });
  return [whole, far, others, whole.subarray(0, 100)].map((bytes) => `0x${bytesToHex(bytes)}`);
}

describe("after any verb, taken or refused, a network takes a transaction and tells the truth", () => {
  randomTest("in the process", { seed: 1, count: 60 }, async ({ seed, count }) => {
    await using net = await startLocalNetwork({ startTime: start });
    const ask: Ask = (path, init) => net.fetch(`http://127.0.0.1${path}`, init);
    await new Trial(net, ask, new Random(seed)).run(count);
  });

  randomTest("over HTTP", { seed: 2, count: 15 }, async ({ seed, count }) => {
    await using net = await startLocalNetwork({ startTime: start });
    await using served = await serveLocalNetwork(net);
    await new Trial(net, (path, init) => fetch(served.url + path, init), new Random(seed)).run(count);
  });
});

test.each<[string, (net: LocalNetwork) => Promise<void>]>([
  ["ten billion seconds", (net) => net.time.increase(10_000_000_000)],
  ["to a moment above 2^53 microseconds", (net) => net.time.increaseTo(2n ** 53n + 1n)],
  ["to the last moment", (net) => net.time.increaseTo(new Date(Date.UTC(9999, 0)))],
  [
    "by the next block",
    async (net) => {
      await net.time.setNextBlockTimestamp(2n ** 53n - 1n);
      await net.mine(3);
    },
  ],
])("a network lives on after its time was moved %s", async (_, move) => {
  await using net = await startLocalNetwork();
  await move(net);
  await net.mine();
  await net.fund("0xb0b", 5n);
  const call = { function: "0x1::coin::balance", typeArguments: ["0x1::aptos_coin::AptosCoin"], arguments: ["0xb0b"] };
  expect(await net.view(call)).toEqual(["5"]);
});

/** Lets a network make some blocks, and fail at the next one. */
function failAfter(blocks: number): void {
  const make = NetworkChain.prototype.makeBlock;
  let made = 0;
  vi.spyOn(NetworkChain.prototype, "makeBlock").mockImplementation(async function (this: NetworkChain, edits) {
    const records = await make.call(this, edits);
    made += 1;
    if (made > blocks) throw new Error("no more blocks");
    return records;
  });
}

test.each<[string, number, (net: LocalNetwork) => Promise<unknown>]>([
  ["the third of five blocks", 2, (net) => net.mine(5)],
  ["the block of a moment", 0, (net) => net.time.increase(60)],
  ["the block of a new account", 0, (net) => net.newAccount()],
  ["the block of what is set by hand", 0, (net) => net.setFeature(200, true)],
])("when %s fails, nothing of it is left", async (_, blocks, work) => {
  await using net = await startLocalNetwork({ startTime: start });
  const [before, place] = [await net.dumpState(), await net.snapshot()];
  const usual = await net.newAccount();
  await place.restore();
  const seen: unknown[] = [];
  net.onBlock = (records) => seen.push(records);
  failAfter(blocks);
  await expect(work(net)).rejects.toThrow("no more blocks");
  vi.restoreAllMocks();
  expect(bytesEqual(await net.dumpState(), before)).toBe(true);
  expect(seen).toEqual([]);
  expect((await net.newAccount()).address).toEqual(usual.address);
  expect(seen).toHaveLength(1);
});

test("transactions that wait go on waiting when what is set by hand fails", async () => {
  await using net = await startLocalNetwork({ startTime: start, mining: "manual" });
  const call = { sender: net.accounts[0]!, function: "0x1::aptos_account::transfer", arguments: ["0xb0b", "7"] };
  const { hash } = await net.send(call);
  await expect(net.setModule("0x1", "block", undefined)).rejects.toMatchObject({ code: "invalid_input" });
  await net.mine();
  expect(await net.result(hash)).toMatchObject({ success: true });
});

test("the health check tells why an interval makes no more blocks, and that it does again", async () => {
  await using net = await startLocalNetwork({ startTime: start });
  const health = async (): Promise<string> => (await net.fetch(`${net.url}/-/healthy`)).text();
  failAfter(0);
  await net.setMining({ intervalMs: 5 });
  await vi.waitFor(async () => expect(await health()).toContain("no more blocks"), 60_000);
  vi.restoreAllMocks();
  await vi.waitFor(async () => expect(await health()).toContain("ledger-node:ok"), 60_000);
});
