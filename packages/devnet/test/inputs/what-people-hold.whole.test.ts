import { Account, Ed25519PrivateKey, MultiKey, MultiKeyAccount, SigningSchemeInput } from "@aptos-labs/ts-sdk";
import { formatAddress, formatAddressLong } from "@ledger/types";
import { ed25519 } from "@noble/curves/ed25519.js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  connectLocalNetwork,
  type LocalNetwork,
  type Mining,
  type Network,
  type NetworkSnapshot,
  type Sender,
  startLocalNetwork,
} from "../../src/index.ts";
import { type ServedLocalNetwork, serveLocalNetwork } from "../../src/node/index.ts";

let inside: LocalNetwork;
let served: ServedLocalNetwork;
let outside: Network;
let fresh: NetworkSnapshot;

beforeAll(async () => {
  inside = await startLocalNetwork();
  served = await serveLocalNetwork(inside);
  outside = await connectLocalNetwork(served.url);
  fresh = await inside.snapshot();
});

beforeEach(() => fresh.restore());

afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await inside[Symbol.asyncDispose]();
});

const pay = (sender: Sender, amount: unknown = "1") => ({
  sender,
  function: "0x1::aptos_account::transfer",
  arguments: ["0xb0b", amount],
});

/** The latest height: what is refused makes no block. */
async function heightOf(net: Network): Promise<string> {
  return ((await (await net.fetch(net.url)).json()) as { readonly block_height: string }).block_height;
}

async function balanceOf(net: Network, owner: string): Promise<unknown> {
  const coin = ["0x1::aptos_coin::AptosCoin"];
  return (await net.view({ function: "0x1::coin::balance", typeArguments: coin, arguments: [owner] }))[0];
}

const invalid = { name: "LocalNetworkError", code: "invalid_input" };

/** An account as the package `aptos` has it: its members are functions, its texts objects with bytes. */
function earlierAccount(privateKey: Uint8Array, address: Uint8Array) {
  const hexString = (bytes: Uint8Array) => ({ toUint8Array: () => bytes });
  return {
    address: () => hexString(address),
    pubKey: () => hexString(ed25519.getPublicKey(privateKey)),
    signBuffer: (message: Uint8Array) => hexString(ed25519.sign(message, privateKey)),
  };
}

describe.each(["inside", "outside"])("a network from the %s", (side) => {
  const network = (): Network => (side === "inside" ? inside : outside);

  test.each<[string, (net: Network, now: Date) => Promise<void>]>([
    ["seconds back", (net) => net.time.increase(-3_600)],
    ["a part of a second", (net) => net.time.increase(0.5)],
    ["no number of seconds", (net) => net.time.increase(Number.NaN)],
    ["seconds without end", (net) => net.time.increase(Number.POSITIVE_INFINITY)],
    ["seconds as text", (net) => net.time.increase("5" as unknown as number)],
    ["a year that has passed", (net) => net.time.increaseTo(new Date("2020-01-01"))],
    ["a date that is none", (net) => net.time.increaseTo(new Date("never"))],
    ["a moment as text", (net) => net.time.increaseTo("2099-01-01" as unknown as Date)],
    ["a moment after the last", (net) => net.time.increaseTo(2n ** 64n)],
    ["a moment as a number, whose unit is not said", (net) => net.time.increaseTo(Date.now() as unknown as Date)],
    ["the time of the latest block again", (net) => net.time.setNextBlockTimestamp(1n)],
    [
      "a next block before the latest",
      (net, now) => net.time.setNextBlockTimestamp(new Date(now.getTime() - 86_400_000)),
    ],
    ["part of a block", (net) => net.mine(1.5)],
    ["no block", (net) => net.mine(0)],
    ["less than no block", (net) => net.mine(-1)],
    ["too many blocks", (net) => net.mine(100_001)],
    ["a mode that is none", (net) => net.setMining("automatic" as Mining)],
    ["an interval of nothing", (net) => net.setMining({ intervalMs: 0 })],
    ["an interval as text", (net) => net.setMining({ intervalMs: "10" } as unknown as Mining)],
    ["no mode", (net) => net.setMining(undefined as unknown as Mining)],
    ["an amount below nothing", (net) => net.fund("0xb0b", -1n)],
    ["a part of the smallest amount", (net) => net.fund("0xb0b", 0.5)],
    ["an address that is none", (net) => net.fund("bob", 1n)],
    ["no address", (net) => net.fund(undefined as unknown as string, 1n)],
    ["an address of five bytes", (net) => net.setBalance(new Uint8Array(5) as never, 1n)],
    ["a balance above what fits", (net) => net.setBalance("0xb0b", 2n ** 64n)],
    ["an asset that does not exist", (net) => net.setBalance("0xb0b", 1n, "0x1234")],
    ["an asset of no type", (net) => net.setBalance("0xb0b", 1n, "0x1::::")],
    ["a resource of no type", (net) => net.setResource("0xb0b", "ChainId", Uint8Array.of(1))],
    ["a value as text", (net) => net.setResource("0xb0b", "0x1::a::B", "0x01" as unknown as Uint8Array)],
    ["a key as text", (net) => net.setTableItem("0x5", "0x01" as unknown as Uint8Array, undefined)],
    ["a module of no name", (net) => net.setModule("0x5", 5 as unknown as string, undefined)],
    ["a feature between two", (net) => net.setFeature(1.5, true)],
    ["an account that is none", async (net) => void (await net.send(pay({} as Sender)))],
    ["a function that is none", async (net) => void (await net.view({ function: undefined as unknown as string }))],
    ["a private key that is none", async (net) => void (await net.send(pay({ address: "0xb0b", privateKey: "0x12" })))],
    [
      "a module that is none",
      async (net) =>
        void (await net.deploy({ ...pay("0xb0b"), metadata: new Uint8Array(), modules: [Uint8Array.of(1)] })),
    ],
  ])("refuses %s, and has not changed", async (_, work) => {
    const net = network();
    const [height, mining, now] = [await heightOf(net), await net.getMining(), await net.time.now()];
    await expect(work(net, now)).rejects.toMatchObject(invalid);
    expect([await heightOf(net), await net.getMining()]).toEqual([height, mining]);
    expect(Number(await net.time.now()) - Number(now)).toBeLessThan(60_000);
  });

  test("lets whole seconds pass, of either kind of number, and none", async () => {
    const net = network();
    const before = await net.time.now();
    await net.time.increase(0);
    await net.time.increase(5n);
    await net.time.increase(5);
    const passed = Number(await net.time.now()) - Number(before);
    expect(passed).toBeGreaterThanOrEqual(10_000);
    expect(passed).toBeLessThan(60_000);
  });

  test("sends what one account sends at once in its order", async () => {
    const net = network();
    const [alice, bob] = net.accounts;
    const sent = await Promise.all([
      ...Array.from({ length: 5 }, (_, amount) => net.send(pay(alice!, `${amount + 1}`))),
      net.send(pay(bob!, "100")),
    ]);
    expect(sent.map(({ success }) => success)).toEqual(Array.from({ length: 6 }, () => true));
    const versions = sent.slice(0, 5).map(({ version }) => version!);
    expect(versions).toEqual([...versions].sort((a, b) => Number(a - b)));
    expect(await balanceOf(net, "0xb0b")).toBe("115");
  });

  test("sends the rest when one of several fails", async () => {
    const net = network();
    const [alice] = net.accounts;
    const sent = await Promise.allSettled([
      net.send(pay(alice!)),
      net.send({ ...pay(alice!), function: "0x1::no_such::thing" }),
      net.send({ ...pay(alice!), maxGasAmount: -1n }),
      net.send(pay(alice!)),
    ]);
    expect(sent.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
    expect(await balanceOf(net, "0xb0b")).toBe("2");
  });

  test("takes the accounts of clients as senders, and simulates for them", async () => {
    const net = network();
    const signers = [1, 2].map((byte) => {
      const privateKey = new Ed25519PrivateKey(new Uint8Array(32).fill(byte));
      return Account.fromPrivateKey({ privateKey, legacy: false });
    });
    const multiKey = new MultiKey({ publicKeys: signers.map(({ publicKey }) => publicKey), signaturesRequired: 2 });
    const key = net.accounts[0]!.privateKey;
    const clients: readonly Sender[] = [
      Account.generate(),
      Account.generate({ scheme: SigningSchemeInput.Ed25519, legacy: false }),
      Account.generate({ scheme: SigningSchemeInput.Secp256k1Ecdsa }),
      new MultiKeyAccount({ multiKey, signers }),
      earlierAccount(key, net.accounts[0]!.address),
    ];
    for (const sender of clients) {
      await net.fund(sender as Account, 100_000_000);
      expect(await net.simulate(pay(sender))).toMatchObject({ success: true });
      expect(await net.send(pay(sender))).toMatchObject({ success: true });
    }
    expect(await balanceOf(net, "0xb0b")).toBe(`${clients.length}`);
  });

  test("takes addresses of its own accounts as senders, as bytes and as text, and keys as text", async () => {
    const net = network();
    const { address, privateKey } = net.accounts[1]!;
    const digits = Buffer.from(privateKey).toString("hex");
    const senders: readonly Sender[] = [
      address,
      formatAddress(address),
      formatAddressLong(address),
      { address: formatAddress(address), privateKey: `0x${digits}` },
      { address, privateKey: `ed25519-priv-0x${digits}` },
    ];
    for (const sender of senders) expect(await net.send(pay(sender, 1n))).toMatchObject({ success: true });
    expect(await balanceOf(net, "0xb0b")).toBe("5");
  });

  test("takes an address without a key when it is impersonated, and else says what to do", async () => {
    const net = network();
    // No key leads to these, and no test has asked for them before.
    const keyless = side === "inside" ? "0xc1" : "0xc2";
    await net.fund(keyless, 100_000_000n);
    const refusal = {
      name: "LocalNetworkError",
      code: "no_key",
      message: expect.stringContaining(`impersonate("${keyless}")`),
    };
    await expect(net.send(pay(keyless))).rejects.toMatchObject(refusal);
    expect(await net.simulate(pay(keyless))).toMatchObject({ success: true });
    await net.impersonate(keyless);
    expect(await net.send(pay(keyless))).toMatchObject({ success: true });
  });

  test("takes what a client has for addresses, and writes it into arguments", async () => {
    const net = network();
    const { accountAddress } = Account.generate();
    await net.fund(accountAddress, 5n);
    await net.setBalance({ accountAddress }, 7);
    expect(await balanceOf(net, `${accountAddress}`)).toBe("7");
    const sender = net.accounts[0]!;
    const call = { sender, function: "0x1::aptos_account::transfer", arguments: [accountAddress, 3n] };
    expect(await net.send(call)).toMatchObject({ success: true });
    expect(await balanceOf(net, `${accountAddress}`)).toBe("10");
  });

  test("says in its own error what a view and a trace lack", async () => {
    const net = network();
    const view = net.view({ function: "0x1::coin::no_such", arguments: [] });
    await expect(view).rejects.toMatchObject({ name: "LocalNetworkError", code: "refused" });
    const trace = net.trace(`0x${"00".repeat(32)}`);
    await expect(trace).rejects.toMatchObject({ name: "LocalNetworkError", code: "not_found" });
    await expect(net.trace(10n ** 12n)).rejects.toMatchObject({ name: "LocalNetworkError", code: "refused" });
  });
});

test("an account that was made up is known by its address", async () => {
  const { address } = await inside.newAccount(100_000_000);
  expect(await inside.send(pay(formatAddress(address)))).toMatchObject({ success: true });
});

test("what is no address of a network for tests is refused with an error of the package", async () => {
  const refusal = { name: "LocalNetworkError", code: "unreachable" };
  await expect(connectLocalNetwork("http://127.0.0.1:1")).rejects.toMatchObject(refusal);
  await expect(connectLocalNetwork("not a URL")).rejects.toMatchObject({ name: "LocalNetworkError" });
});

test.each([
  ["increase_time", { seconds: -5 }, "forward"],
  ["increase_time", { seconds: 1.5 }, "whole seconds"],
  ["increase_time_to", { moment_usecs: "1577836800000000" }, "forward"],
  ["set_next_block_timestamp", { moment_usecs: "1" }, "forward"],
  ["mine", { blocks: -1 }, "whole number of blocks"],
  ["mine", { blocks: 1.5 }, "whole number of blocks"],
  ["set_mining", { mining: "automatic" }, "manual"],
  ["set_feature", { feature: 70_000, is_on: true }, "feature"],
])("the verb %s refuses %o in words", async (name, body, words) => {
  const response = await fetch(`${served.url}/v1/-/local/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ message: expect.stringContaining(words), code: "invalid_input" });
});
