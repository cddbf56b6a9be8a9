import { Account, Aptos, AptosConfig, Ed25519PrivateKey } from "@aptos-labs/ts-sdk";
import { u64 } from "@ledger/bcs";
import {
  aptMetadataAddress,
  formatAddress,
  formatAddressLong,
  functionCall,
  parseAddress,
  primaryStoreAddress,
  SignedTransaction,
  signingMessage,
} from "@ledger/types";
import { ed25519 } from "@noble/curves/ed25519.js";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type LocalNetwork, startLocalNetwork } from "../../src/index.ts";

let net: LocalNetwork;

beforeEach(async () => {
  net = await startLocalNetwork();
});

afterEach(() => net[Symbol.asyncDispose]());

function balanceOf(owner: string): Promise<readonly unknown[]> {
  return net.view({
    function: "0x1::coin::balance",
    typeArguments: ["0x1::aptos_coin::AptosCoin"],
    arguments: [owner],
  });
}

const transfer = (amount: bigint) => ({
  sender: net.accounts[0]!,
  function: "0x1::aptos_account::transfer",
  arguments: ["0xb0b", `${amount}`],
});

/** BCS of a payment of three octas, signed by an account with a number of its choice. */
function signed({ address, privateKey, publicKey }: LocalNetwork["accounts"][number], sequenceNumber: bigint) {
  const rawTxn = {
    ...{ sender: address, sequenceNumber, maxGasAmount: 10_000n, gasUnitPrice: 100n, chainId: 4 },
    payload: functionCall("0x1::aptos_account::transfer", [parseAddress("0xb0b"), u64.encode(3n)]),
    expirationTimestampSecs: BigInt(Math.floor(Date.now() / 1_000)) + 60n,
  };
  const signature = ed25519.sign(signingMessage(rawTxn), privateKey);
  return SignedTransaction.encode({ rawTxn, authenticator: { kind: "Ed25519", value: { publicKey, signature } } });
}

describe("a call", () => {
  test("that succeeds says what it did and cost", async () => {
    const result = await net.send(transfer(7n));
    expect(result).toMatchObject({ success: true, status: "Executed successfully", abort: undefined });
    expect(result.fee).toBe(result.gasUsed * 100n);
    expect(result.events.at(-1)?.type).toBe("0x1::transaction_fee::FeeStatement");
    expect(await balanceOf("0xb0b")).toEqual(["7"]);
    const own = formatAddress(net.accounts[0]!.address);
    const [paid, got] = [own, "0xb0b"].map((owner) => result.balanceChanges.find((one) => one.owner === owner)!);
    expect(got).toMatchObject({ before: 0n, after: 7n, asset: "0xa" });
    expect(paid!.before - paid!.after).toBe(7n + result.fee);
    expect(result.prints).toEqual([]);
  });

  test("can be traced, and its gas adds up", async () => {
    const sent = await net.send(transfer(1n));
    const folded = await sent.trace("folded");
    expect(await net.trace(sent.hash, "folded")).toBe(folded);
    expect(await net.trace(sent.version!, "folded")).toBe(folded);
    const sum = folded.split("\n").reduce((all, line) => all + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);
    expect(sum).toBe(Number(sent.gasUsed) * 1_000_000);
    const simulated = await net.simulate(transfer(1n));
    expect(await simulated.trace()).toContain("0x1::aptos_account::transfer");
    await expect(net.trace(`0x${"00".repeat(32)}`)).rejects.toThrow();
  });

  test("that waits for a block has its result later", async () => {
    await net.setMining("manual");
    const waiting = await net.send(transfer(1n));
    expect(waiting).toMatchObject({ state: "pending", status: "waits for a block", success: undefined });
    expect(await net.result(waiting.hash)).toMatchObject({ state: "pending", version: undefined });
    expect(await waiting.trace()).toBe("");
    await net.mine();
    expect(await net.result(waiting.hash)).toMatchObject({ state: "executed", success: true });
    expect(await net.getMining()).toBe("manual");
  });

  test("that aborts is a value, with the error's name", async () => {
    const result = await net.send(transfer(1_000_000_000_000_000_000n));
    expect(result).toMatchObject({
      success: false,
      abort: { module: "0x1::fungible_asset", name: "EINSUFFICIENT_BALANCE", code: 0x10004n },
    });
    expect(result.version).toBeTypeOf("bigint");
  });

  test("that the ledger refuses is a value, and is not in the ledger", async () => {
    const result = await net.send({ ...transfer(1n), maxGasAmount: 1n });
    expect(result).toMatchObject({ state: "rejected", success: false, version: undefined, vmErrorCode: 14 });
    expect(result.hash).toMatch(/^0x[0-9a-f]{64}$/);
    const simulated = await net.simulate({ ...transfer(1n), maxGasAmount: 1n });
    expect(simulated).toMatchObject({ state: "rejected", success: false, vmErrorCode: 14, status: result.status });
  });

  test("costs what its simulation says", async () => {
    const simulated = await net.simulate(transfer(3n));
    expect(await balanceOf("0xb0b")).toEqual(["0"]);
    const sent = await net.send(transfer(3n));
    expect(simulated).toMatchObject({ success: true, gasUsed: sent.gasUsed, version: undefined });
  });
});

describe("what waits for a block", () => {
  beforeEach(() => net.setMining("manual"));

  test("is executed after a gap in the numbers was filled", async () => {
    const own = net.accounts[0]!;
    const headers = { "content-type": "application/x.aptos.signed_transaction+bcs" };
    const body = signed(own, 2n) as Uint8Array<ArrayBuffer>;
    expect((await net.fetch(`${net.url}/transactions`, { method: "POST", headers, body })).status).toBe(202);
    const sent = [await net.send(transfer(1n)), await net.send(transfer(1n))];
    expect((await net.simulate(transfer(1n))).status).not.toContain("SEQUENCE");
    await net.mine();
    for (const { hash } of sent) expect(await net.result(hash)).toMatchObject({ success: true });
    expect(await balanceOf("0xb0b")).toEqual(["5"]);
  });

  test("and expires is reported by its hash", async () => {
    const { hash } = await net.send(transfer(1n));
    const now = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: now + 120_000 });
    try {
      await net.mine();
    } finally {
      vi.useRealTimers();
    }
    expect(await net.result(hash)).toMatchObject({ state: "rejected", success: false, hash, version: undefined });
    expect((await net.result(hash))?.status).toContain("expired");
    expect(await balanceOf("0xb0b")).toEqual(["0"]);
  });

  test("leaves coins that were given where they are expected", async () => {
    await net.fund("0xb0b", 5n);
    expect(await balanceOf("0xb0b")).toEqual(["5"]);
    const { address } = await net.newAccount(7n);
    expect(await balanceOf(`${address}`)).toEqual(["7"]);
    await expect(net.fund("0xb0b", 2n ** 64n - 1n)).rejects.toMatchObject({ code: "refused" });
    expect(await balanceOf("0xb0b")).toEqual(["5"]);
  });
});

describe("a snapshot", () => {
  test("brings back state, history and time, in any order and any number of times", async () => {
    const empty = await net.snapshot();
    await net.fund("0xb0b", 5n);
    const funded = await net.snapshot();
    await net.time.increase(3_600);
    const later = await net.time.now();
    for (let round = 0; round < 3; round++) {
      await empty.restore();
      expect(await balanceOf("0xb0b")).toEqual(["0"]);
      expect(Number(await net.time.now())).toBeLessThan(Number(later));
      await funded.restore();
      expect(await balanceOf("0xb0b")).toEqual(["5"]);
      expect((await net.send(transfer(1n))).success).toBe(true);
    }
  });

  test("does not bring back what caches have kept of other blocks", async () => {
    const snapshot = await net.snapshot();
    const version = (await net.send(transfer(1n))).version!;
    const at = `${net.url}/transactions/by_version/${version}`;
    const { headers } = await net.fetch(at);
    expect(headers.get("cache-control")).toBe("no-cache");
    await snapshot.restore();
    expect((await net.send(transfer(2n))).version).toBe(version);
    expect((await net.fetch(at)).headers.get("etag")).not.toBe(headers.get("etag"));
  });

  test("holds the transactions that wait", async () => {
    await net.setMining("manual");
    await net.send(transfer(5n));
    const waiting = await net.snapshot();
    for (let round = 0; round < 2; round++) {
      expect(await balanceOf("0xb0b")).toEqual(["0"]);
      await net.mine();
      expect(await balanceOf("0xb0b")).toEqual(["5"]);
      await waiting.restore();
    }
  });
});

describe("time", () => {
  test("moves forward when it is told to", async () => {
    const before = await net.time.now();
    await net.time.increase(86_400);
    const { ledger_timestamp: stamp } = (await (await net.fetch(net.url)).json()) as { ledger_timestamp: string };
    expect(Number(BigInt(stamp) / 1_000n) - Number(before)).toBeGreaterThanOrEqual(86_400_000);
    expect((await net.send(transfer(1n))).success).toBe(true);
  });

  test("that was set for the next block suits what the official client sends into it", async () => {
    const aptos = new Aptos(new AptosConfig({ ...net.settings }));
    const signer = Account.fromPrivateKey({ privateKey: new Ed25519PrivateKey(net.accounts[0]!.privateKey) });
    const receiver = formatAddressLong(net.accounts[1]!.address);
    const transfer = { function: "0x1::aptos_account::transfer" as const, functionArguments: [receiver, 5] };
    for (const aheadMs of [10_000, 30_000, 61_000, 7_200_000]) {
      const moment = new Date((await net.time.now()).getTime() + aheadMs);
      await net.time.setNextBlockTimestamp(moment);
      const transaction = await aptos.transaction.build.simple({ sender: signer.accountAddress, data: transfer });
      const { hash } = await aptos.signAndSubmitTransaction({ signer, transaction });
      expect(await aptos.waitForTransaction({ transactionHash: hash })).toMatchObject({ success: true });
    }
  });

  test("is that of the state for views, and that of the next block for simulations and what is sent, however long there was none", async () => {
    const now = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: now + 70_000 });
    try {
      const aptos = new Aptos(new AptosConfig({ ...net.settings }));
      const signer = Account.fromPrivateKey({ privateKey: new Ed25519PrivateKey(net.accounts[0]!.privateKey) });
      const nowSecs = Math.floor(Date.now() / 1_000);
      const seconds = { function: "0x1::timestamp::now_seconds" } as const;
      const { ledger_timestamp: stamp } = (await (await net.fetch(net.url)).json()) as { ledger_timestamp: string };
      const before = Number(stamp.slice(0, -6));
      expect(before).toBeLessThan(nowSecs);
      expect(await net.view(seconds)).toEqual([`${before}`]);
      const { version } = (await net.send(transfer(1n))) as { version: bigint };
      vi.setSystemTime(Date.now() + 70_000);
      const later = nowSecs + 70;
      const asked = `${net.url}/view?ledger_version=${version}`;
      expect(await net.view(seconds)).toEqual([`${nowSecs}`]);
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ ...seconds, type_arguments: [], arguments: [] });
      expect(await (await net.fetch(asked, { method: "POST", headers, body })).json()).toEqual([`${nowSecs}`]);

      for (const [expireTimestamp, status] of [
        [later + 60, "Executed successfully"],
        [later + 200, "TRANSACTION_EXPIRATION_TOO_FAR_IN_FUTURE"],
        [later - 20, "TRANSACTION_EXPIRED"],
      ] as const) {
        const transaction = await aptos.transaction.build.simple({
          sender: signer.accountAddress,
          data: { function: "0x1::aptos_account::transfer", functionArguments: [signer.accountAddress, 1] },
          options: {
            expireTimestamp,
            replayProtectionNonce: BigInt(expireTimestamp),
            maxGasAmount: 10_000,
            gasUnitPrice: 100,
          },
        });
        const [simulated] = await aptos.transaction.simulate.simple({ signerPublicKey: signer.publicKey, transaction });
        expect(simulated!.vm_status).toContain(status);
        const sent = await aptos.signAndSubmitTransaction({ signer, transaction }).then(
          () => "Executed successfully",
          (error: Error) => error.message,
        );
        expect(sent).toContain(status);
      }
    } finally {
      vi.useRealTimers();
    }
  });
  test("of a network that starts at a moment is the same in every run", async () => {
    const roots = [];
    for (let run = 0; run < 2; run++) {
      await using fixed = await startLocalNetwork({ startTime: new Date("2026-01-01T00:00:00Z") });
      await fixed.fund("0xb0b", 5n);
      await fixed.send({
        sender: fixed.accounts[1]!,
        function: "0x1::aptos_account::transfer",
        arguments: ["0xb0b", "1"],
      });
      const { ledger_version: version } = (await (await fixed.fetch(fixed.url)).json()) as { ledger_version: string };
      roots.push(await (await fixed.fetch(`${fixed.url}/transactions/by_version/${version}`)).json());
    }
    expect(roots[1]).toEqual(roots[0]);
  });
});

test("a network has a chain id of its own, also after its state went elsewhere", async () => {
  await using one = await startLocalNetwork({ chainId: 77, startTime: new Date("2026-01-01") });
  const infoOf = async ({ url, fetch }: LocalNetwork) =>
    ((await (await fetch(url)).json()) as { chain_id: number }).chain_id;
  expect(await infoOf(one)).toBe(77);
  await one.fund("0xb0b", 5n);
  expect(await one.send({ ...transfer(7n), sender: one.accounts[0]! })).toMatchObject({ success: true });
  // What is set by hand is tried by a transaction of the same chain.
  await one.setFeature(200, true);
  const state = await one.dumpState();
  await one.fund("0xb0b", 5n);
  await one.loadState(state);
  expect(await infoOf(one)).toBe(77);
  await using again = await startLocalNetwork({ chainId: 77, state });
  expect(await again.send({ ...transfer(7n), sender: again.accounts[0]! })).toMatchObject({ success: true });
  // Another chain has not executed these blocks.
  await expect(net.loadState(state)).rejects.toThrow();
  expect(await net.send(transfer(1n))).toMatchObject({ success: true });
  for (const chainId of [0, 256, 1.5, "7" as never])
    await expect(startLocalNetwork({ chainId })).rejects.toMatchObject({ code: "invalid_input" });
});

test("a member that is misspelt is refused, and nothing is done", async () => {
  const call = { function: "0x1::coin::balance", typeArguments: ["0x1::aptos_coin::AptosCoin"] };
  const sent = { ...transfer(1n), functionArguments: [] };
  for (const [name, misspelt] of [
    ["acounts", startLocalNetwork({ acounts: 3 } as never)],
    ["versoin", startLocalNetwork({ fork: { url: "http://127.0.0.1:1/v1", versoin: 5n } } as never)],
    ["functionArguments", net.send(sent)],
    ["functionArguments", net.simulate(sent)],
    ["typeArgs", net.view({ ...call, typeArgs: [] } as never)],
    ["dependencies", net.deploy({ sender: "0x1", metadata: new Uint8Array(), modules: [], dependencies: [] } as never)],
    ["atuo", net.setMining({ intervalMs: 1_000, atuo: true } as never)],
    ["key", net.impersonate("0x1", { key: true } as never)],
  ] as const)
    await expect(misspelt).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining(`"${name}"`),
    });
  expect(await net.getMining()).toBe("auto");
});

test("a network that is closed says so, whatever is asked", async () => {
  const closed = await startLocalNetwork();
  const call = { function: "0x1::aptos_account::transfer", arguments: ["0xb0b", "1"] };
  await closed[Symbol.asyncDispose]();
  const asks: readonly (() => Promise<unknown>)[] = [
    () => closed.send({ sender: closed.accounts[0]!, ...call }),
    () => closed.simulate({ sender: closed.accounts[0]!, ...call }),
    () => closed.view({ function: "0x1::chain_id::get" }),
    () => closed.fund("0xb0b", 1n),
    () => closed.mine(),
    () => closed.snapshot(),
    () => closed.dumpState(),
    () => closed.result(`0x${"00".repeat(32)}`),
    () => closed.fetch(closed.url),
  ];
  for (const ask of asks)
    await expect(ask()).rejects.toMatchObject({ code: "unreachable", message: expect.stringContaining("is closed") });
  await closed[Symbol.asyncDispose]();
});

describe("what only a test network can", () => {
  test("an account is impersonated", async () => {
    const richest = await net.impersonate("0xa550c18");
    const sent = await net.send({ ...transfer(9n), sender: richest });
    expect(sent).toMatchObject({ success: true });
    expect(await balanceOf("0xb0b")).toEqual(["9"]);
  });

  test("a simulation as the account that nobody can be says as much as the transaction", async () => {
    const sender = await net.impersonate("0x0");
    await net.fund("0x0", 100_000_000n);
    const [simulated, sent] = [
      await net.simulate({ ...transfer(9n), sender }),
      await net.send({ ...transfer(9n), sender }),
    ];
    const status = "Invalid transaction: Type: Execution Code: ABORTED";
    for (const one of [simulated, sent]) expect(one).toMatchObject({ state: "rejected", status, vmErrorCode: 4016 });
  });

  test("others cannot go without their signature", async () => {
    await net.impersonate("0xa550c18");
    const sent = await net.send({
      ...transfer(9n),
      sender: { address: net.accounts[0]!.address, isImpersonated: true },
    });
    expect(sent).toMatchObject({ success: false, vmErrorCode: 1 });
  });

  test("a resource is set, a member of a group too", async () => {
    const store = formatAddressLong(primaryStoreAddress(net.accounts[0]!.address, aptMetadataAddress));
    const metadata = Uint8Array.of(...aptMetadataAddress);
    const value = Uint8Array.of(...metadata, ...u64.encode(42n), 0);
    await net.setResource(store, "0x1::fungible_asset::FungibleStore", value);
    expect(await balanceOf(formatAddressLong(net.accounts[0]!.address))).toEqual(["42"]);
  });

  test.each([0n, 7n, 10n ** 18n])("a balance is set to %i, and the supply follows", async (amount) => {
    const supply = async () => {
      const [value] = await net.view({ function: "0x1::coin::supply", typeArguments: ["0x1::aptos_coin::AptosCoin"] });
      return BigInt((value as { vec: [string] }).vec[0]);
    };
    const before = await supply();
    await net.setBalance("0xb0b", amount);
    expect(await balanceOf("0xb0b")).toEqual([`${amount}`]);
    const fees = 100_000_000n;
    expect((await supply()) - before - amount).toBeLessThanOrEqual(0n);
    expect((await supply()) - before - amount).toBeGreaterThan(-fees);
    if (amount > 0n)
      expect((await net.send({ ...transfer(amount), sender: net.accounts[0]! })).success).toBe(amount < 10n);
  });

  test("a feature is turned off, and on again", async () => {
    const isOn = () =>
      net.view({ function: "0x1::features::is_enabled", arguments: ["91"] }).catch((error: Error) => error.message);
    const before = await isOn();
    await net.setFeature(200, true);
    expect((await net.send(transfer(1n))).success).toBe(true);
    expect(await isOn()).toEqual(before);
  });
});

describe("a dumped network", () => {
  test("goes on in another one", async () => {
    await net.fund("0xb0b", 5n);
    const state = await net.dumpState();
    await using other = await startLocalNetwork({ state });
    const read = async (each: LocalNetwork) => (await each.fetch(`${each.url}/transactions?limit=100`)).json();
    expect(await read(other)).toEqual(await read(net));
    const paid = await other.send(transfer(2n));
    expect(paid.success).toBe(true);
    expect(await balanceOf("0xb0b")).toEqual(["5"]);
  });

  test("that is damaged, or none, is refused", async () => {
    await expect(startLocalNetwork({ state: Uint8Array.of(1, 2, 3) })).rejects.toThrow("not a dumped network");
    const state = await net.dumpState();
    await expect(startLocalNetwork({ state: state.subarray(0, 200) })).rejects.toThrow("not a dumped network");
  });
});

test("an interval makes blocks", async () => {
  const height = async () =>
    BigInt(((await (await net.fetch(net.url)).json()) as { block_height: string }).block_height);
  const before = await height();
  await net.setMining({ intervalMs: 10 });
  await vi.waitFor(async () => expect(await height()).toBeGreaterThan(before + 2n), 300_000);
  await net.setMining("manual");
});

describe("the official client", () => {
  const client = () => new Aptos(new AptosConfig({ ...net.settings }));

  async function pay(aptos: Aptos): Promise<boolean> {
    const sender = Account.fromPrivateKey({ privateKey: new Ed25519PrivateKey(net.accounts[0]!.privateKey) });
    const transaction = await aptos.transaction.build.simple({
      sender: sender.accountAddress,
      data: { function: "0x1::aptos_account::transfer", functionArguments: [`0x${"b0b".padStart(64, "0")}`, 1] },
    });
    const pending = await aptos.signAndSubmitTransaction({ signer: sender, transaction });
    return (await aptos.waitForTransaction({ transactionHash: pending.hash })).success;
  }

  test("funds, pays, views and reads", async () => {
    const aptos = client();
    const account = Account.generate();
    // The client waits for the indexer, too.
    await aptos.fundAccount({ accountAddress: account.accountAddress, amount: 1_000 });
    expect(await aptos.getAccountAPTAmount({ accountAddress: account.accountAddress })).toBe(1_000);
    expect(await aptos.getAccountCoinsCount({ accountAddress: account.accountAddress })).toBe(1);
    expect(await pay(aptos)).toBe(true);
  });

  test("goes on after time was moved, and after a snapshot was restored", async () => {
    const aptos = client();
    const snapshot = await net.snapshot();
    await net.time.increase(30 * 86_400);
    expect(await pay(aptos)).toBe(true);
    await snapshot.restore();
    expect(await pay(aptos)).toBe(true);
  });
});

describe("requests", () => {
  test("with broken percent-encoding, of other methods and for other paths are refused as a node does", async () => {
    const statusOf = async (path: string, method = "GET") => (await net.fetch(net.url + path, { method })).status;
    expect(await statusOf("/accounts/%")).toBe(400);
    expect(await statusOf("/accounts/0x1", "POST")).toBe(405);
    expect(await statusOf("/nothing")).toBe(404);
    expect(await statusOf("/accounts/0x%31")).toBe(200);
  });

  test("of the faucet for nothing are refused where the account exists", async () => {
    const mint = (address: string) =>
      net.fetch(`${net.faucetUrl}/mint?address=${address}&amount=0`, { method: "POST" });
    expect((await mint("0xa11ce")).status).toBe(200);
    await net.fund("0xb0b", 1n);
    const refused = await mint("0x1");
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("exists")]);
  });
});

test("many networks live beside each other", async () => {
  const nets = await Promise.all(Array.from({ length: 8 }, () => startLocalNetwork()));
  const [alice] = net.accounts;
  await Promise.all(nets.map((each, index) => each.fund(alice!.address, BigInt(index))));
  const balances = await Promise.all(
    nets.map((each) =>
      each.view({
        function: "0x1::coin::balance",
        typeArguments: ["0x1::aptos_coin::AptosCoin"],
        arguments: [formatAddressLong(alice!.address)],
      }),
    ),
  );
  expect(balances.map(([balance]) => BigInt(balance as string) - alice!.balance)).toEqual([
    0n,
    1n,
    2n,
    3n,
    4n,
    5n,
    6n,
    7n,
  ]);
});
