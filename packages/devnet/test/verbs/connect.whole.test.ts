import { request } from "node:http";
import {
  Account,
  AccountAuthenticatorNoAccountAuthenticator,
  Aptos,
  AptosConfig,
  Ed25519PrivateKey,
  type InputGenerateTransactionPayloadData,
  MultiKey,
  MultiKeyAccount,
  SigningSchemeInput,
} from "@aptos-labs/ts-sdk";
import { u64 } from "@ledger/bcs";
import { buildModule } from "@ledger/move";
import { aptMetadataAddress, formatAddressLong, primaryStoreAddress } from "@ledger/types";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  connectLocalNetwork,
  type LocalNetwork,
  loadFixture,
  type Network,
  type NetworkSnapshot,
  startLocalNetwork,
} from "../../src/index.ts";
import { type ServedLocalNetwork, serveLocalNetwork } from "../../src/node/index.ts";
import { serve } from "../support/serve.ts";

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

async function balanceOf(net: Network, owner: string): Promise<bigint> {
  const call = { function: "0x1::coin::balance", typeArguments: ["0x1::aptos_coin::AptosCoin"], arguments: [owner] };
  const [value] = await net.view(call);
  return BigInt(value as string);
}

const transfer = (net: Network, amount: bigint) => ({
  sender: net.accounts[0]!,
  function: "0x1::aptos_account::transfer",
  arguments: ["0xb0b", `${amount}`],
});

describe.each(["inside", "outside"])("a network from the %s", (side) => {
  const network = (): Network => (side === "inside" ? inside : outside);

  test("funds, sends, simulates and traces", async () => {
    const net = network();
    await net.fund("0xb0b", 5n);
    const simulated = await net.simulate(transfer(net, 3n));
    const sent = await net.send(transfer(net, 3n));
    expect(sent).toMatchObject({ success: true, gasUsed: simulated.gasUsed });
    expect(sent.balanceChanges.find(({ owner }) => owner === "0xb0b")).toMatchObject({ before: 5n, after: 8n });
    expect(await net.trace(sent.hash)).toBe(await sent.trace());
    expect((await net.send(transfer(net, 10n ** 18n))).abort?.name).toBe("EINSUFFICIENT_BALANCE");
    expect(await net.send({ ...transfer(net, 1n), maxGasAmount: 1n })).toMatchObject({
      vmErrorCode: 14,
      success: false,
    });
  });

  test("moves time and blocks, and goes back", async () => {
    const net = network();
    const before = (await net.time.now()).getTime();
    const start = await net.snapshot();
    await net.time.increaseTo(new Date(before + 3_600_000));
    await net.time.increase(2);
    expect((await net.time.now()).getTime() - before).toBeGreaterThanOrEqual(3_602_000);
    await net.setMining({ intervalMs: 60_000, auto: false });
    expect(await net.getMining()).toEqual({ intervalMs: 60_000, auto: false });
    const waiting = await net.send(transfer(net, 1n));
    const pending = await net.snapshot();
    await net.time.setNextBlockTimestamp(new Date(before + 7_200_000));
    await net.mine(2);
    expect(await net.result(waiting.hash)).toMatchObject({ success: true });
    expect(await net.result(`0x${"11".repeat(32)}`)).toBeUndefined();
    await start.restore();
    expect(await net.getMining()).toBe("auto");
    expect((await net.time.now()).getTime() - before).toBeLessThan(3_600_000);
    await pending.restore();
    expect(await balanceOf(net, "0xb0b")).toBe(0n);
    await net.mine();
    expect(await balanceOf(net, "0xb0b")).toBe(1n);
  });

  test("is set by hand", async () => {
    const net = network();
    await net.setBalance("0xb0b", 77n);
    expect(await balanceOf(net, "0xb0b")).toBe(77n);
    const store = formatAddressLong(primaryStoreAddress(net.accounts[1]!.address, aptMetadataAddress));
    const value = Uint8Array.of(...aptMetadataAddress, ...u64.encode(42n), 0);
    await net.setResource(store, "0x1::fungible_asset::FungibleStore", value);
    expect(await balanceOf(net, formatAddressLong(net.accounts[1]!.address))).toBe(42n);
    await net.setFeature(200, true);
    await net.setTableItem("0x5", Uint8Array.of(1), Uint8Array.of(2));
    await net.setTableItem("0x5", Uint8Array.of(1), undefined);
    await expect(net.setBalance("0xb0b", 1n, "0x1234")).rejects.toThrow("the asset does not exist");
    const core = await net.impersonate("0xa550c18");
    expect(await net.send({ ...transfer(net, 9n), sender: core })).toMatchObject({ success: true });
  });

  test("takes its state elsewhere and back", async () => {
    const net = network();
    await net.fund("0xb0b", 5n);
    const state = await net.dumpState();
    await net.fund("0xb0b", 6n);
    await expect(net.loadState(state.subarray(0, 99))).rejects.toThrow("not a dumped network");
    expect(await balanceOf(net, "0xb0b")).toBe(11n);
    await net.loadState(state);
    expect(await balanceOf(net, "0xb0b")).toBe(5n);
    await net.fund("0xb0b", 1n);
    await fresh.restore();
    expect(await balanceOf(net, "0xb0b")).toBe(0n);
  });

  test("prepares itself once for a fixture", async () => {
    let runs = 0;
    const prepare = async (net: Network) => {
      runs++;
      await net.fund("0xf1", 5n);
      return "ready";
    };
    const net = network();
    for (let i = 0; i < 3; i++) {
      expect(await loadFixture(net, prepare)).toBe("ready");
      expect(await balanceOf(net, "0xf1")).toBe(5n);
      await net.fund("0xf1", 1n);
    }
    expect(runs).toBe(1);
  });

  test("sets balances of coins by their type, kept either way", async () => {
    const net = network();
    const moon = "0xcafe::moon::Moon";
    const bytecode = buildModule({
      address: "0xcafe",
      name: "moon",
      structs: [{ name: "Moon", abilities: ["key"], fields: [{ name: "dummy", type: "bool" }] }],
    });
    await net.setModule("0xcafe", "moon", bytecode);
    await net.fund("0xcafe", 100_000_000n);
    const owner = await net.impersonate("0xcafe");
    const managed = async (name: string, ...args: readonly unknown[]) => {
      const call = { sender: owner, function: `0x1::managed_coin::${name}`, typeArguments: [moon], arguments: args };
      expect(await net.send(call)).toMatchObject({ success: true });
    };
    const read = async (name: string, ...args: readonly string[]) =>
      (await net.view({ function: `0x1::coin::${name}`, typeArguments: [moon], arguments: args }))[0];
    await expect(net.setBalance("0xb0b", 1n, moon)).rejects.toThrow(moon);

    await managed("initialize", "0x4d6f6f6e", "0x4d4f4f4e", 6, true);
    // Nobody has paired an asset with the coin so far.
    await net.setBalance("0xb0b", 70n, moon);
    await managed("register");
    await managed("mint", "0xcafe", "500");
    expect([await read("balance", "0xb0b"), await read("balance", "0xcafe")]).toEqual(["70", "500"]);
    expect(await read("supply")).toEqual({ vec: ["570"] });
    await net.setBalance("0xcafe", 20n, moon);
    await net.setBalance("0xb0b", 0n, moon);
    expect([await read("balance", "0xb0b"), await read("balance", "0xcafe")]).toEqual(["0", "20"]);
    expect(await read("supply")).toEqual({ vec: ["20"] });
    // What was set can be spent.
    await managed("burn", "20");
    expect(await read("supply")).toEqual({ vec: ["0"] });
  });

  test("sets the chain's own coin by its type, and refuses what is no coin", async () => {
    const net = network();
    await net.setBalance("0xb0b", 5n, "0x1::aptos_coin::AptosCoin");
    expect(await balanceOf(net, "0xb0b")).toBe(5n);
    await expect(net.setBalance("0xb0b", 1n, "0x1::no_such::Coin")).rejects.toThrow("0x1::no_such::Coin");
    await expect(net.setBalance("0xb0b", 1n, "0x1::coin")).rejects.toThrow();
    await expect(net.setBalance("0xb0b", 2n ** 64n)).rejects.toThrow();
    expect(await balanceOf(net, "0xb0b")).toBe(5n);
  });

  test("lets the official client send for impersonated accounts, also after time was moved and after a restore", async () => {
    const net = network();
    const aptos = new Aptos(new AptosConfig(net.settings));
    // Nobody has the key of these, and no test has asked for them before.
    const keyless = `0x${(side === "inside" ? "d1" : "d2").repeat(32)}`;
    await net.fund(keyless, 100_000_000n);
    const build = () =>
      aptos.transaction.build.simple({
        sender: keyless,
        data: { function: "0x1::aptos_account::transfer", functionArguments: [`0x${"b0b".padStart(64, "0")}`, 9] },
      });
    const done = async (hash: string) => (await aptos.waitForTransaction({ transactionHash: hash })).success;
    // As the app under test does it, with what it takes for an account of the client.
    const payAsSigner = async (signer: Account) =>
      done((await aptos.signAndSubmitTransaction({ signer, transaction: await build() })).hash);
    // As the client's own types want it.
    const payWithAuthenticator = async () => {
      const senderAuthenticator = new AccountAuthenticatorNoAccountAuthenticator();
      const transaction = await build();
      return done((await aptos.transaction.submit.simple({ transaction, senderAuthenticator })).hash);
    };
    await expect(payWithAuthenticator()).rejects.toThrow("INVALID_SIGNATURE");
    const signer = (await net.impersonate(keyless)) as unknown as Account;
    const [simulated] = await aptos.transaction.simulate.simple({ transaction: await build() });
    expect(simulated!.success).toBe(true);
    expect([await payAsSigner(signer), await payWithAuthenticator()]).toEqual([true, true]);
    expect(await balanceOf(net, "0xb0b")).toBe(18n);
    const before = await net.snapshot();
    await net.time.increase(30 * 86_400);
    expect(await payAsSigner(signer)).toBe(true);
    await before.restore();
    expect(await balanceOf(net, "0xb0b")).toBe(18n);
    expect(await payAsSigner(signer)).toBe(true);
  });

  test("takes any key of any kind for that of an impersonated account, until it stops", async () => {
    const net = network();
    const aptos = new Aptos(new AptosConfig(net.settings));
    const owner = `0x${(side === "inside" ? "d3" : "d4").repeat(32)}`;
    const other = net.accounts[1]!;
    await net.fund(owner, 100_000_000n);
    const stranger = Account.generate();
    const [one, two] = [
      Account.generate({ scheme: SigningSchemeInput.Secp256k1Ecdsa, legacy: false }),
      Account.generate(),
    ];
    const keys = new MultiKey({ publicKeys: [one.publicKey, two.publicKey], signaturesRequired: 2 });
    const signers = [stranger, one, new MultiKeyAccount({ multiKey: keys, signers: [one, two] })];
    const data: InputGenerateTransactionPayloadData = {
      function: "0x1::aptos_account::transfer",
      functionArguments: [`0x${"b0c".padStart(64, "0")}`, 1],
    };
    const pay = async (signer: Account) => {
      const transaction = await aptos.transaction.build.simple({ sender: owner, data });
      const { hash } = await aptos.signAndSubmitTransaction({ signer, transaction });
      return (await aptos.waitForTransaction({ transactionHash: hash })).success;
    };
    const simulate = async () => {
      const transaction = await aptos.transaction.build.simple({ sender: owner, data });
      const [done] = await aptos.transaction.simulate.simple({ transaction, signerPublicKey: stranger.publicKey });
      return done!.vm_status;
    };
    /** Paid for by an account whose key is known, on behalf of the one that is impersonated. */
    const paySponsored = async () => {
      const transaction = await aptos.transaction.build.simple({ sender: owner, data, withFeePayer: true });
      const sponsor = Account.fromPrivateKey({ privateKey: new Ed25519PrivateKey(other.privateKey) });
      const senderAuthenticator = aptos.transaction.sign({ signer: stranger, transaction });
      const feePayerAuthenticator = aptos.transaction.signAsFeePayer({ signer: sponsor, transaction });
      const { hash } = await aptos.transaction.submit.simple({
        transaction,
        senderAuthenticator,
        feePayerAuthenticator,
      });
      return (await aptos.waitForTransaction({ transactionHash: hash })).success;
    };
    const expectRefusal = async () => {
      expect(await simulate()).toBe("INVALID_AUTH_KEY");
      for (const signer of signers) await expect(pay(signer)).rejects.toThrow("INVALID_AUTH_KEY");
    };

    await expectRefusal();
    const sender = await net.impersonate(owner);
    expect(await simulate()).toBe("Executed successfully");
    for (const signer of signers) expect(await pay(signer)).toBe(true);
    expect(await paySponsored()).toBe(true);
    const known = { sender: other, function: data.function, arguments: ["0xb0c", "1"] };
    expect(await net.send(known)).toMatchObject({ success: true });
    await expect(
      net.send({ ...known, sender: { ...other, address: net.accounts[2]!.address } }),
    ).resolves.toMatchObject({
      success: false,
      status: expect.stringContaining("INVALID_AUTH_KEY"),
    });
    expect(await balanceOf(net, "0xb0c")).toBe(5n);

    // The account's own key was asked for: only what carries none is taken.
    await net.impersonate(owner, { anyKey: false });
    await expectRefusal();
    expect(await net.send({ ...known, sender })).toMatchObject({ success: true });
    // A name counts for more than everybody.
    await net.autoImpersonate(true);
    await expectRefusal();
    await net.stopImpersonating(owner);
    for (const signer of signers) expect(await pay(signer)).toBe(true);
    expect(await net.send({ ...known, sender: owner })).toMatchObject({ success: true });
    expect(await net.send({ ...known, sender: { ...other, address: net.accounts[2]!.address } })).toMatchObject({
      success: true,
    });
    await net.autoImpersonate(false);
    await expectRefusal();
    await expect(net.send({ ...known, sender: owner })).rejects.toMatchObject({ code: "no_key" });
    for (const refused of [
      net.impersonate("x"),
      net.impersonate(owner, { anyKey: "no" as never }),
      net.stopImpersonating("x"),
      net.autoImpersonate(1 as never),
    ])
      await expect(refused).rejects.toMatchObject({ code: "invalid_input" });
    await expectRefusal();
  });

  test("drops what waits of an account that is impersonated no more", async () => {
    const net = network();
    const owner = `0x${(side === "inside" ? "d5" : "d6").repeat(32)}`;
    await net.fund(owner, 100_000_000n);
    const sender = await net.impersonate(owner);
    await net.setMining("manual");
    const call = { function: "0x1::aptos_account::transfer", arguments: ["0xb0d", "1"] };
    const stranger = { address: owner, privateKey: net.accounts[0]!.privateKey };
    const unsigned = await net.send({ sender, ...call });
    await net.stopImpersonating(owner);
    await net.mine();
    expect(await net.result(unsigned.hash)).toMatchObject({ state: "rejected", vmErrorCode: 1 });
    await net.impersonate(owner);
    const signed = await net.send({ sender: stranger, ...call });
    const restored = await net.snapshot();
    await net.stopImpersonating(owner);
    await net.mine();
    expect(await net.result(signed.hash)).toMatchObject({ state: "rejected", vmErrorCode: 2 });
    await restored.restore();
    await net.impersonate(owner);
    await net.mine();
    expect(await net.result(signed.hash)).toMatchObject({ state: "executed", success: true });
    await net.stopImpersonating(owner);
    await net.setMining("auto");
  });

  test("serves the official client, also after time was moved and after a restore", async () => {
    const net = network();
    const aptos = new Aptos(new AptosConfig(net.settings));
    const sender = Account.fromPrivateKey({ privateKey: new Ed25519PrivateKey(net.accounts[0]!.privateKey) });
    const pay = async () => {
      const transaction = await aptos.transaction.build.simple({
        sender: sender.accountAddress,
        data: { function: "0x1::aptos_account::transfer", functionArguments: [`0x${"b0b".padStart(64, "0")}`, 1] },
      });
      const [simulated] = await aptos.transaction.simulate.simple({ signerPublicKey: sender.publicKey, transaction });
      expect(simulated!.success).toBe(true);
      const pending = await aptos.signAndSubmitTransaction({ signer: sender, transaction });
      return (await aptos.waitForTransaction({ transactionHash: pending.hash })).success;
    };
    expect(await pay()).toBe(true);
    const before = await net.snapshot();
    await net.time.increase(30 * 86_400);
    expect(await pay()).toBe(true);
    await before.restore();
    expect(await pay()).toBe(true);
    const account = Account.generate();
    await aptos.fundAccount({ accountAddress: account.accountAddress, amount: 1_000 });
    expect(await aptos.getAccountAPTAmount({ accountAddress: account.accountAddress })).toBe(1_000);
  });
});

test("a node that takes no verbs is refused with what does", async () => {
  const notFound = { message: "not found", error_code: "web_framework_error", vm_error_code: null };
  using node = await serve(inside, async ({ path, honest }) =>
    path.startsWith("/-/local") ? Response.json(notFound, { status: 404 }) : honest(),
  );
  await expect(connectLocalNetwork(node.url)).rejects.toThrow("serveLocalNetwork");
});

test("a loopback port that serves something else is refused", async () => {
  await expect(connectLocalNetwork(`${served.url}1`.replace(/:\d+$/, ":1"))).rejects.toThrow();
});

describe("verbs", () => {
  /** Asks with headers that a browser would not let a page set. */
  function ask(headers: Readonly<Record<string, string>>, method = "POST"): Promise<number> {
    const { port } = new URL(served.url);
    return new Promise((resolve, reject) => {
      const asked = request(
        {
          host: "127.0.0.1",
          port,
          method,
          path: "/v1/-/local/now",
          headers: { "content-type": "application/json", ...headers },
        },
        (response) => {
          response.resume();
          resolve(response.statusCode!);
        },
      );
      asked.on("error", reject);
      asked.end(method === "POST" ? "{}" : undefined);
    });
  }

  test("are for programs of this machine, and pages of this machine", async () => {
    const { host } = new URL(served.url);
    expect(await ask({})).toBe(200);
    expect(await ask({ host: "localhost:80" })).toBe(200);
    expect(await ask({ origin: `http://${host}`, "sec-fetch-site": "same-origin" })).toBe(200);
    expect(await ask({ origin: "http://localhost:5173", "sec-fetch-site": "same-site" })).toBe(200);
  });

  test.each([
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://127.0.0.1.evil.example" },
    { host: "[::1]evil.example" },
    { host: "localhost:80:evil.example" },
    { host: "evil.example" },
    { host: "127.0.0.1.evil.example" },
    { host: "local.network" },
    { host: "evil.example", origin: "http://evil.example" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "content-type": "text/plain" },
    { "content-type": "application/x-www-form-urlencoded" },
  ])("are refused with %o", async (headers) => {
    expect(await ask(headers as unknown as Readonly<Record<string, string>>)).toBe(403);
  });

  test("are taken in the process from a request whose URL names this machine, as a page's has to", async () => {
    const call = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
    const statusOf = async (origin: string): Promise<number> =>
      (await inside.fetch(`${origin}/v1/-/local/now`, call)).status;
    expect(await statusOf("http://127.0.0.1")).toBe(200);
    expect(await statusOf("http://local.network")).toBe(403);
    expect(await statusOf("http://127.0.0.1.evil.example")).toBe(403);
  });

  test("give no page leave to send them", async () => {
    expect(await ask({ origin: "https://evil.example" }, "OPTIONS")).toBe(403);
    expect(await ask({}, "GET")).toBe(405);
  });

  test.each([
    ["fund", { address: "0xb0b" }, "amount"],
    ["fund", { address: "0xb0b", amount: "-1" }, "amount"],
    ["fund", { address: "0xb0b", amount: "1", more: 1 }, "more"],
    ["set_mining", { mining: { interval_ms: 0 } }, "mining"],
    ["set_mining", { mining: { interval_ms: 5, atuo: true } }, "atuo"],
    ["set_resource", { address: "0x1", type: "0x1::a::B", value: "0x1" }, "value"],
    ["restore", { snapshot: 99 }, "the snapshot does not exist"],
    ["load_state", { state: "0x00" }, "not a dumped network"],
  ])("say what is wrong with %s %o", async (name, body, fault) => {
    const response = await fetch(`${served.url}/v1/-/local/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(400);
    expect(((await response.json()) as { message: string }).message).toContain(fault);
  });
});
