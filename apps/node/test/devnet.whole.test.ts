import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { Account, Aptos, AptosConfig, Network } from "@aptos-labs/ts-sdk";
import { connectLocalNetwork } from "@ledger/devnet";
import { createDataDir, launchDevnet, runCommand, startDevnet, startDevnetIn } from "@ledger/node-process";
import { freePort } from "@ledger/test-run/free-port";
import { needs } from "@ledger/test-run/needs";
import { formatAddress } from "@ledger/types";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { shareNode } from "./support/share-node.ts";
import { waitFor } from "./support/wait-for.ts";

/** An address that nobody has used. */
const newAddress = (): string => `0x${randomBytes(32).toString("hex")}`;

const network = shareNode(() => startDevnet("--accounts", "12", "--balance", "50.5"));
/** Makes blocks when it is told to, listens on localhost, has its faucet at an address of its own, and dumps its state at its end. */
const manual = shareNode(() =>
  startDevnet(
    ...["--listen", "localhost:0", "--mining", "manual", "--faucet-listen", "127.0.0.1:0", "--indexer-listen", "off"],
    ...["--dump-state", dumpFile(), "--dump-interval", "1s"],
  ),
);
const dumpFile = (): string => join(manual.folder, "state");
/**
 * The container of the compose file, at a free port: listens for other machines, too, writes lines for programs, and has a key for its verbs.
 * Its accounts are its user's own, and anybody signs for anybody.
 */
const open = shareNode(() =>
  startDevnetIn(
    containerEnvironment(),
    ...["--listen", "0.0.0.0:0", "--accounts", "2", "--mnemonic", mnemonic],
    ...["--allow-verbs-from", otherAddress() ?? "192.0.2.1"],
    ...["--auto-impersonate", "--chain-id", "9"],
  ),
);

/** The variables that the image and the compose file set. */
function containerEnvironment(): Readonly<Record<string, string>> {
  const read = (name: string): string => readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), "utf8");
  const image = [...read("Dockerfile").matchAll(/\b(LEDGER_\w+)=(\S+)/g)].map(([, name = "", value = ""]) => [
    name,
    value,
  ]);
  const { services } = parse(read("devnet.compose.yaml")) as {
    services: { devnet: { command: string[]; environment: Record<string, string> } };
  };
  const { command, environment } = services.devnet;
  expect(command).toEqual(["devnet"]);
  return { ...Object.fromEntries(image), ...environment, LEDGER_VERBS_KEY: verbsKey };
}

const verbsKey = "a-key-of-the-tests";
const withKey = { authorization: `Bearer ${verbsKey}` };
const mnemonic = "test test test test test test test test test test test junk";

interface Description {
  readonly faucet: string;
  readonly graphql: string;
  readonly verbs: readonly string[];
  readonly accounts: readonly { readonly name: string; readonly address: string; readonly private_key: string }[];
}

async function read<T>(url: string, headers: Readonly<Record<string, string>> = {}): Promise<T> {
  return (await (await fetch(url, { headers })).json()) as T;
}

function aptBalance(url: string, owner: string): Promise<number> {
  return read(`${url}/v1/accounts/${owner}/balance/0x1::aptos_coin::AptosCoin`);
}

async function verb(url: string, name: string, body: object = {}): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return fetch(`${url}/v1/-/local/${name}`, { method: "POST", headers, body: JSON.stringify(body) });
}

/** The official client on a network, from what the network says of itself. */
async function clientOf(url: string): Promise<Aptos> {
  const { faucet, graphql } = await read<Description>(`${url}/v1/-/local`);
  return new Aptos(new AptosConfig({ network: Network.CUSTOM, fullnode: `${url}/v1`, faucet, indexer: graphql }));
}

describe("a network that runs", () => {
  test("funds, executes, goes back, moves time, impersonates, and logs it all", async () => {
    const net = await network.running();
    const { url } = net;
    const receiver = newAddress();
    const described = await read<Description>(`${url}/v1/-/local`);
    expect(described).toMatchObject({ faucet: url, graphql: `${url}/v1/graphql` });
    expect(described.verbs).toContain("snapshot");
    expect(described.accounts).toHaveLength(12);
    for (const { name, address, private_key: key } of described.accounts) {
      expect(net.output()).toContain(`${name.padEnd(10)} ${address} ${key}`);
      expect(await aptBalance(url, address)).toBe(5_050_000_000);
    }

    const aptos = await clientOf(url);
    const sender = Account.generate();
    await aptos.fundAccount({ accountAddress: sender.accountAddress, amount: 100_000_000 });
    const pay = async (amount: number): Promise<string> => {
      const transaction = await aptos.transaction.build.simple({
        sender: sender.accountAddress,
        data: { function: "0x1::aptos_account::transfer", functionArguments: [receiver, amount] },
      });
      const { hash } = await aptos.signAndSubmitTransaction({ signer: sender, transaction });
      return (await aptos.waitForTransaction({ transactionHash: hash })).hash;
    };
    const hash = await pay(7);
    const snapshot = (await (await verb(url, "snapshot")).json()) as number;
    await pay(5);
    expect(await aptBalance(url, receiver)).toBe(12);
    expect((await verb(url, "restore", { snapshot })).status).toBe(200);
    expect(await aptBalance(url, receiver)).toBe(7);
    await pay(1);

    const before = await read<{ readonly ledger_timestamp: string }>(`${url}/v1`);
    expect((await verb(url, "increase_time", { seconds: 3_600 })).status).toBe(200);
    const after = await read<{ readonly ledger_timestamp: string }>(`${url}/v1`);
    expect(BigInt(after.ledger_timestamp) - BigInt(before.ledger_timestamp)).toBeGreaterThanOrEqual(3_600_000_000n);

    const outside = await connectLocalNetwork(url);
    expect(outside.accounts.map(({ address }) => formatAddress(address))).toEqual(
      described.accounts.map(({ address }) => address),
    );
    const core = await outside.impersonate("0xa550c18");
    const call = { function: "0x1::aptos_account::transfer", arguments: [receiver, 10n ** 18n] };
    expect((await outside.send({ sender: outside.accounts[0]!, ...call })).abort?.name).toBe("EINSUFFICIENT_BALANCE");
    expect(await outside.send({ sender: core, ...call, arguments: [receiver, 3n] })).toMatchObject({ success: true });
    await outside.simulate({ sender: outside.accounts[1]!, ...call });
    await expect(outside.view({ function: "0x1::coin::no_such" })).rejects.toThrow();
    await verb(url, "submit", { transaction: {} });
    expect((await verb(url, "restore", { snapshot: 99 })).status).toBe(400);

    const short = `${hash.slice(0, 8)}…${hash.slice(-6)}`;
    await waitFor(
      async () => net.output(),
      (text) => text.includes("view      0x1::coin::no_such failed: "),
    );
    const output = net.output();
    expect(output).toMatch(
      new RegExp(`tx \\d+ +${short} 0x\\w{6}…\\w{6} 0x1::aptos_account::transfer executed, \\d+ gas`),
    );
    expect(output).toMatch(
      /alice 0x1::aptos_account::transfer failed: Move abort in .*EINSUFFICIENT_BALANCE.*, \d+ gas/,
    );
    expect(output).toMatch(/simulate {2}bob 0x1::aptos_account::transfer failed: Move abort in /);
    expect(output).toMatch(/faucet 0x1::aptos_coin::mint executed/);
    expect(output).toMatch(/verb {6}submit failed: request body: .*"sender" is missing/);
    expect(output).toMatch(/verb {6}restore failed: \w+/);
  });

  test("serves the explorer, the API's description and pages of the versions that it has now", async () => {
    const net = await network.running();
    const page = await fetch(`${net.url}/v1/spec`);
    const html = await page.text();
    const [, script = ""] = /src="([^"]+\.js)"/.exec(html) ?? [];
    expect(page.headers.get("content-security-policy")).not.toBeNull();
    expect((await fetch(new URL(script, `${net.url}/v1/spec`))).status).toBe(200);
    expect(
      Object.keys((await read<{ readonly paths: object }>(`${net.url}/v1/spec.json`)).paths).length,
    ).toBeGreaterThan(20);
    expect((await fetch(net.url)).status).toBe(200);

    // The same version of two branches is not the same answer, large or small.
    const { ledger_version: start } = await read<{ readonly ledger_version: string }>(`${net.url}/v1`);
    const pageOf = (): Promise<readonly { readonly hash: string }[]> =>
      read(`${net.url}/v1/transactions?start=${start}&limit=100`);
    const snapshot = (await (await verb(net.url, "snapshot")).json()) as number;
    await verb(net.url, "fund", { address: "0xb0b", amount: "5" });
    const [first, single] = [await pageOf(), await fetch(`${net.url}/v1/transactions/by_version/3`)];
    expect(single.headers.get("cache-control")).toBe("no-store");
    expect(single.headers.get("etag")).toBeNull();
    await verb(net.url, "restore", { snapshot });
    await verb(net.url, "fund", { address: "0xb0b", amount: "6" });
    const second = await pageOf();
    expect(second.length).toBe(first.length);
    expect(second.at(-1)!.hash).not.toBe(first.at(-1)!.hash);
  });

  test("keeps its verbs from pages of others, from names that are not loopback, and from other machines", async () => {
    const net = await manual.running();
    const { faucet, graphql } = await read<Description>(`${net.url}/v1/-/local`);
    expect(faucet).not.toBe(net.url);
    expect(graphql).toBe(`${net.url}/v1/graphql`);
    expect((await fetch(`${faucet}/mint?address=0xb0b&amount=5`, { method: "POST" })).status).toBe(200);
    // Not at the addresses of the services.
    expect((await verb(faucet, "now")).status).toBe(404);
    const ask = (headers: Readonly<Record<string, string>>) =>
      fetch(`${net.url}/v1/-/local/now`, { method: "POST", body: "{}", headers });
    const json = { "content-type": "application/json" };
    expect((await ask(json)).status).toBe(200);
    expect((await ask({ ...json, origin: "https://evil.example" })).status).toBe(403);
    expect((await ask({ ...json, "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await ask({ "content-type": "text/plain" })).status).toBe(403);
    // A proxy on this machine has visitors of other machines.
    expect((await ask({ ...json, "x-forwarded-for": "203.0.113.9" })).status).toBe(403);
    expect((await read<Description>(`${net.url}/v1/-/local`)).verbs.length).toBeGreaterThan(10);
  });

  const needsFamilies = needs("a loopback address of IPv6", hasIpv6Loopback());
  test("listens in both families at localhost, since clients look in either", needsFamilies, async () => {
    const { port, hostname } = new URL((await manual.running()).url);
    expect(hostname).toBe("localhost");
    for (const host of ["127.0.0.1", "[::1]", "localhost"])
      expect((await read<{ readonly chain_id: number }>(`http://${host}:${port}/v1`)).chain_id, host).toBe(4);
  });

  const needsAddress = needs("an address that is not of the loopback", otherAddress() !== undefined);
  test("has verbs for another machine that is allowed, with the key alone", needsAddress, async () => {
    const own = otherAddress()!;
    const { port } = new URL((await open.running()).url);
    // By another address of this machine the connection is as one of another machine.
    const ask = (...headers: readonly string[]) =>
      rawRequest(
        own,
        Number(port),
        `POST /v1/-/local/now HTTP/1.1\r\n${[
          ...["Host: ledger:8080", "Content-Type: application/json", "Content-Length: 2", "Connection: close"],
          ...headers,
        ].join("\r\n")}\r\n\r\n{}`,
      );
    const authorization = `Authorization: Bearer ${verbsKey}`;
    expect(await ask()).toMatch(/^HTTP\/1\.1 403 [\s\S]*need the network's key/);
    expect(await ask("Authorization: Bearer another-key-of-18")).toMatch(/^HTTP\/1\.1 403 /);
    expect(await ask(authorization)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask(authorization, "Origin: http://evil.example")).toMatch(/^HTTP\/1\.1 403 /);
    const described = await read<Description>(`http://${own}:${port}/v1/-/local`);
    expect(described).toMatchObject({ verbs: [], faucet: `http://${own}:${port}`, accounts: [] });
    expect((await read<{ readonly chain_id: number }>(`http://${own}:${port}/v1`)).chain_id).toBe(9);
    await expect(connectLocalNetwork(`http://${own}:${port}`)).rejects.toThrow("--allow-verbs-from");
    const net = await connectLocalNetwork(`http://${own}:${port}`, { key: verbsKey });
    expect(await net.getMining()).toBe("auto");
  });

  test("gives coins to the accounts of a mnemonic, and tells their keys only to those who may use its verbs", async () => {
    const { url, output } = await open.running();
    const wanted = [0, 1].map((index) => Account.fromDerivationPath({ path: `m/44'/637'/${index}'/0'/0'`, mnemonic }));
    const { accounts } = await read<Description>(`${url}/v1/-/local`, withKey);
    expect(accounts.map((account) => [account.address, account.private_key])).toEqual(
      wanted.map(({ accountAddress, privateKey }) => [accountAddress.toString(), privateKey.toAIP80String()]),
    );
    const [first] = wanted;
    expect(await aptBalance(url, accounts[0]!.address)).toBe(100_000_000_000_000);
    const net = await connectLocalNetwork(url, { key: verbsKey });
    const call = { function: "0x1::aptos_account::transfer", arguments: ["0xb0b", 3n] };
    expect((await read<{ readonly chain_id: number }>(`${url}/v1`)).chain_id).toBe(9);
    expect((await net.send({ sender: first!, ...call })).success).toBe(true);
    const stranger = { address: "0xa550c18", privateKey: accounts[0]!.private_key };
    expect((await net.send({ sender: stranger, ...call })).success).toBe(true);

    // A page of another site reads what it is answered, since the API is for all pages.
    const page = { ...withKey, origin: "https://evil.example" };
    expect(await read(`${url}/v1/-/local`, page)).toMatchObject({ verbs: [], accounts: [] });
    expect(output()).not.toContain(accounts[0]!.private_key.slice(-64));
  });

  test("makes blocks when it is told to", async () => {
    const heightOf = async (url: string) =>
      Number((await read<{ readonly block_height: string }>(`${url}/v1`)).block_height);
    const { url } = await manual.running();
    const { faucet } = await read<Description>(`${url}/v1/-/local`);
    const receiver = newAddress();
    const before = await heightOf(url);
    await fetch(`${faucet}/mint?address=${receiver}&amount=5`, { method: "POST" });
    expect(await heightOf(url)).toBe(before);
    await verb(url, "mine", { blocks: 3 });
    expect(await heightOf(url)).toBe(before + 3);
    expect(await aptBalance(url, receiver)).toBe(5);

    await using steady = await startDevnet("--block-interval", "20", "--start-time", "2030-01-01");
    await waitFor(
      () => heightOf(steady.url),
      (height) => height > 10,
    );
    const { ledger_timestamp: stamp } = await read<{ readonly ledger_timestamp: string }>(`${steady.url}/v1`);
    expect(new Date(Number(stamp) / 1_000).getUTCFullYear()).toBe(2030);
  });

  test("is quiet when it is told to be, and writes lines for programs", async () => {
    const json = await open.running();
    const isMint = (line: Record<string, unknown>): boolean => line.function === "0x1::aptos_coin::mint";
    await fetch(`${json.url}/mint?address=0xb0b&amount=5`, { method: "POST" });
    const lines = await waitFor(
      async () =>
        json
          .output()
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line) as Record<string, unknown>),
      (found) => found.some(isMint),
    );
    const [banner] = lines;
    expect(banner).toMatchObject({ msg: "devnet", api: `${json.url}/v1` });
    expect(JSON.stringify(banner)).not.toContain("ed25519-priv");
    expect(lines.find(isMint)).toMatchObject({ msg: "transaction", success: true });

    const port = await freePort();
    await using silent = launchDevnet("--silent", "--port", `${port}`);
    await waitFor(
      () =>
        fetch(`http://127.0.0.1:${port}/v1`).then(
          ({ status }) => status,
          () => 0,
        ),
      (status) => status === 200,
    );
    await fetch(`http://127.0.0.1:${port}/mint?address=0xb0b&amount=5`, { method: "POST" });
    expect(await silent.stop()).toBe(0);
    expect(silent.output()).toBe("");
  });
});

describe("a state", () => {
  test("is dumped at the end, and gone on from", async () => {
    const net = await manual.running();
    const file = dumpFile();
    const receiver = newAddress();
    const { faucet } = await read<Description>(`${net.url}/v1/-/local`);
    await fetch(`${faucet}/mint?address=${receiver}&amount=5`, { method: "POST" });
    await verb(net.url, "mine", { blocks: 1 });
    const dumped = (await (await verb(net.url, "dump_state")).json()) as string;
    // Written while the network runs, too: a kill loses no more than an interval.
    await waitFor(
      async () => existsSync(file),
      (isThere) => isThere,
    );
    expect(dumped).toMatch(/^0x1f8b/);
    expect(await net.stop()).toBe(0);
    expect(existsSync(`${file}.tmp`)).toBe(false);
    await using again = await startDevnet("--load-state", file);
    expect(await aptBalance(again.url, receiver)).toBe(5);
    // A body above the bounds of the API.
    const large = await verb(again.url, "load_state", { state: `0x${"00".repeat(9 * 2 ** 20)}` });
    expect([large.status, await large.text()]).toEqual([400, expect.stringContaining("not a dumped network")]);
    expect((await verb(again.url, "load_state", { state: dumped })).status).toBe(200);
    expect(await aptBalance(again.url, receiver)).toBe(5);
  });

  test("that is none, or is not there, is refused in words", async () => {
    using folder = createDataDir();
    const file = join(folder.path, "state");
    writeFileSync(file, "nothing");
    const bad = await runCommand("devnet", "--port", "0", "--load-state", file);
    expect(bad).toMatchObject({ code: 1, output: expect.stringContaining("not a dumped network") });
    const gone = await runCommand("devnet", "--port", "0", "--load-state", join(folder.path, "gone"));
    expect(gone).toMatchObject({ code: 1, output: expect.stringContaining("ENOENT") });
    expect(readFileSync(file, "utf8")).toBe("nothing");
  });

  test("that could not be written is refused before the network begins", async () => {
    using folder = createDataDir();
    for (const [file, reason] of [
      [join(folder.path, "gone", "state"), "its folder does not exist"],
      [folder.path, "it is a folder; name a file in it"],
    ] as const) {
      const { code, output } = await runCommand("devnet", "--port", "0", "--dump-state", file);
      expect({ code, output }).toEqual({
        code: 1,
        output: expect.stringContaining(`state_unusable: cannot write the state to ${file} (${reason})`),
      });
      expect(output).not.toContain("accounts");
    }
    expect(readdirSync(folder.path)).toEqual([]);
  });
});

test("a fork goes on from another network's ledger, with funded accounts", async () => {
  const source = await network.running();
  const receiver = newAddress();
  await fetch(`${source.url}/mint?address=${receiver}&amount=77`, { method: "POST" });
  await using fork = await startDevnet("--fork", `${source.url}/v1`, "--balance", "3");
  expect(fork.output()).toMatch(/fork {6}of chain 4 at version \d+/);
  expect(await aptBalance(fork.url, receiver)).toBe(77);
  const { accounts } = await read<Description>(`${fork.url}/v1/-/local`);
  expect(await aptBalance(fork.url, accounts[0]!.address)).toBe(300_000_000);
  await fetch(`${fork.url}/mint?address=${receiver}&amount=3`, { method: "POST" });
  expect(await aptBalance(fork.url, receiver)).toBe(80);
  expect(await aptBalance(source.url, receiver)).toBe(77);
});

describe("what cannot begin is refused in words", () => {
  test("a port that is taken", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const { port } = taken.address() as AddressInfo;
    const { code, output } = await runCommand("devnet", "--port", `${port}`);
    expect(code).toBe(1);
    expect(output).toContain(`cannot listen on 127.0.0.1:${port} (EADDRINUSE); choose another with --port`);
    taken.close();
  });

  test.each([
    [["--accounts", "0"], "1 to 1000"],
    [["--balance", "-1"], "an amount of coins"],
    [["--mining", "interval"], "needs --block-interval"],
    [["--mining", "manual", "--block-interval", "100"], "cannot be combined with --block-interval"],
    [["--mining", "automatic"], "Allowed choices are auto, manual, interval"],
    [["--listen", "0.0.0.0:9", "--port", "8"], "cannot be combined with --listen"],
    [["--start-time", "soon"], "expected a date"],
    [["--start-time", "2026-02-30"], "expected a date"],
    [["--start-time", "1960-01-01"], "from 1970 to 9998"],
    [["--start-time", "9999-01-01"], "from 1970 to 9998"],
    [["--fork-cache", "x"], "needs --fork"],
    [["--mnemonic", "test test junk"], "--mnemonic: expected 12, 15, 18, 21 or 24 words"],
    [["--private-key", "0x1", "--accounts", "3"], "cannot be combined with --mnemonic or --accounts"],
    [["--chain-id", "256"], "a chain id, 1 to 255"],
    [["--chain-id", "7", "--fork", "http://127.0.0.1:1/v1"], "a fork has the chain id of its ledger"],
    [["--verbs-key", "short"], "--verbs-key: expected 16 to 200 letters"],
    [["--allow-verbs-from", "10.0.0.0/8"], "needs --listen with an address that others reach"],
    [["--allow-verbs-from", "everybody"], "expected an address or a network"],
    [["--dump-interval", "1s"], "needs --dump-state"],
    [["--dump-state", "x", "--dump-interval", "25d"], "from 1s to 1d"],
    [["--fork", "http://127.0.0.1:1/v1", "--fork-timeout", "300"], "127.0.0.1:1"],
  ])("%j", async (args, words) => {
    const { code, output } = await runCommand("devnet", "--port", "0", ...args);
    expect(code).toBe(1);
    expect(output).toContain(words);
  });
});

/** An address of this machine that is not a loopback one. */
function otherAddress(): string | undefined {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return addresses.find(({ internal, family }) => !internal && family === "IPv4")?.address;
}

function hasIpv6Loopback(): boolean {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return addresses.some(({ address }) => address === "::1");
}

function rawRequest(host: string, port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, host, () => socket.end(text));
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      answer += chunk;
    });
    socket.on("close", () => resolve(answer)).on("error", reject);
  });
}
