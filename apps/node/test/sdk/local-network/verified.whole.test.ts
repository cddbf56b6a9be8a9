import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { arrayBuffer } from "node:stream/consumers";
import { Account, Aptos, AptosConfig, Network } from "@aptos-labs/ts-sdk";
import { type AnswerMark, createVerifiedFetch } from "@ledger/api-core/verified";
import { agreement, decodeStateAnswer, encodeStateAnswer, roots } from "@ledger/verifier";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type LocalNode, startLocalNode } from "./support/local-node.ts";

// The official client, unchanged, through a transport that believes no node.

/** A node that passes on what an honest one says, until it has a lie to tell. */
interface Liar extends AsyncDisposable {
  /** Where its API is mounted. */
  readonly url: string;
  /** Changes an answer; what it returns is sent. */
  lie: ((path: string, body: Uint8Array) => Uint8Array) | undefined;
}

async function startLiar(upstream: string): Promise<Liar> {
  const server = createServer(async (request, response) => {
    const { method = "GET", url = "/", headers } = request;
    const sent = new Uint8Array(await arrayBuffer(request));
    const answer = await fetch(upstream + url, {
      method,
      headers: {
        accept: headers.accept ?? "*/*",
        ...(headers["content-type"] && { "content-type": headers["content-type"] }),
      },
      ...(method === "POST" && { body: sent }),
    });
    const honest = new Uint8Array(await answer.arrayBuffer());
    const type = answer.headers.get("content-type");
    response
      .writeHead(answer.status, type === null ? {} : { "content-type": type })
      .end(answer.ok ? (liar.lie?.(url, honest) ?? honest) : honest);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const liar: Liar = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    lie: undefined,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return liar;
}

const apt = "0x1::aptos_coin::AptosCoin" as const;
let local: LocalNode & AsyncDisposable;
let data: Liar;
let account: Account;
let hash: string;
let marks: AnswerMark[] = [];

/** The official client, with its data from the node that may lie, and roots that an honest one vouches for. */
function client(trust = roots(`${local.url}/v1`)): Aptos {
  const verified = createVerifiedFetch({ node: data.url, trust, onAnswer: (_, mark) => void marks.push(mark) });
  return new Aptos(new AptosConfig({ network: Network.CUSTOM, fullnode: data.url, client: { provider: verified } }));
}

beforeAll(async () => {
  // Nobody else may transact: what a simulation writes depends on the supply.
  local = await startLocalNode("--proofs", "on");
  data = await startLiar(local.url);
  account = Account.generate();
  const funded = await local.aptos.fundAccount({ accountAddress: account.accountAddress, amount: 5_000_000 });
  hash = funded.hash;
});
afterAll(async () => {
  await data?.[Symbol.asyncDispose]();
  await local?.[Symbol.asyncDispose]();
});

/** Calls of the official client for what proofs cover. */
const reads: readonly (readonly [name: string, read: (aptos: Aptos) => Promise<unknown>])[] = [
  ["a balance", (aptos) => aptos.getAccountAPTAmount({ accountAddress: account.accountAddress })],
  ["an account", (aptos) => aptos.getAccountInfo({ accountAddress: account.accountAddress })],
  [
    "a resource",
    (aptos) => aptos.getAccountResource({ accountAddress: "0x1", resourceType: `0x1::coin::CoinInfo<${apt}>` }),
  ],
  [
    "a module",
    (aptos) => aptos.getAccountModule({ accountAddress: "0x1", moduleName: "coin", options: { ledgerVersion: 0 } }),
  ],
  [
    "a table item",
    async (aptos) => {
      const { handle } = (
        await aptos.getAccountResource<{ coin_to_fungible_asset_map: { handle: string } }>({
          accountAddress: "0x1",
          resourceType: "0x1::coin::CoinConversionMap",
        })
      ).coin_to_fungible_asset_map;
      return aptos.getTableItem({
        handle,
        data: {
          key_type: "0x1::type_info::TypeInfo",
          value_type: "0x1::object::Object<0x1::fungible_asset::Metadata>",
          key: { account_address: "0x1", module_name: "0x6170746f735f636f696e", struct_name: "0x4170746f73436f696e" },
        },
      });
    },
  ],
  [
    "a view",
    (aptos) =>
      aptos.view({
        payload: {
          function: "0x1::coin::balance",
          typeArguments: [apt],
          functionArguments: [account.accountAddress.toString()],
        },
      }),
  ],
  ["a transaction", (aptos) => aptos.getTransactionByHash({ transactionHash: hash })],
  ["a transaction that is waited for", (aptos) => aptos.waitForTransaction({ transactionHash: hash })],
];

test.each(reads)("%s is what an honest node says, and verified", async (_, read) => {
  data.lie = undefined;
  marks = [];
  expect(await read(client())).toEqual(await read(local.aptos));
  expect(marks.length).toBeGreaterThan(0);
  expect(marks.every(({ verified }) => verified)).toBe(true);
});

test("a transfer is submitted, waited for, and seen in the balance that is read after it", async () => {
  data.lie = undefined;
  const aptos = client();
  const recipient = Account.generate();
  const transaction = await aptos.transaction.build.simple({
    sender: account.accountAddress,
    data: { function: "0x1::aptos_account::transfer", functionArguments: [recipient.accountAddress, 1_000] },
    // The estimate of a price is no fact of the ledger.
    options: { gasUnitPrice: 100, maxGasAmount: 10_000 },
  });
  const { hash } = await aptos.signAndSubmitTransaction({ signer: account, transaction });
  const committed = await aptos.waitForTransaction({ transactionHash: hash });
  expect(committed).toMatchObject({ success: true, hash, type: "user_transaction" });
  expect(await aptos.getAccountAPTAmount({ accountAddress: recipient.accountAddress })).toBe(1_000);
});

test("a simulation has the outcome and the gas of the node's, and is verified", async () => {
  data.lie = undefined;
  marks = [];
  const recipient = Account.generate().accountAddress;
  const simulate = async (aptos: Aptos) => {
    const transaction = await aptos.transaction.build.simple({
      sender: account.accountAddress,
      data: { function: "0x1::aptos_account::transfer", functionArguments: [recipient, 1_000] },
      options: { gasUnitPrice: 100, maxGasAmount: 10_000, expireTimestamp: 4_102_444_800 },
    });
    const [simulated] = await aptos.transaction.simulate.simple({ signerPublicKey: account.publicKey, transaction });
    const { success, vm_status, gas_used, changes, events } = simulated!;
    return { success, vm_status, gas_used, changes, events };
  };
  const verified = await simulate(client());
  expect(verified).toMatchObject({ success: true, vm_status: "Executed successfully" });
  expect(verified).toEqual(await simulate(local.aptos));
  expect(marks.every((mark) => mark.verified)).toBe(true);
  data.lie = (path, body) =>
    path.startsWith("/v1/proofs/simulate") ? body.map((byte, i) => (i === 2_000 ? byte ^ 1 : byte)) : body;
  await expect(simulate(client())).rejects.toMatchObject({ code: "not_verified" });
});

describe("a lie is refused", () => {
  /** Changes the last byte of each proved value, or of the proved transaction's parts. */
  const forge = (path: string, body: Uint8Array): Uint8Array => {
    if (path.startsWith("/v1/proofs/transactions"))
      return body.map((byte, i) => (i === body.length - 3 ? byte ^ 1 : byte));
    if (!path.startsWith("/v1/proofs/state") && !path.startsWith("/v1/proofs/view")) return body;
    const answer = decodeStateAnswer(body);
    const entries = answer.entries.map((entry) => ({
      ...entry,
      value: entry.value?.map((byte, i, { length }) => (i === length - 1 ? byte ^ 1 : byte)),
    }));
    return encodeStateAnswer({ ...answer, entries });
  };

  test.each(reads)("of the node that serves %s", async (_, read) => {
    data.lie = forge;
    await expect(read(client())).rejects.toMatchObject({ code: "not_verified" });
  });

  test("of one of three nodes that vouch for roots; two of three are believed", async () => {
    data.lie = undefined;
    await using other = await startLiar(local.url);
    await using third = await startLiar(local.url);
    const trust = agreement({ nodes: [other.url, third.url, `${local.url}/v1`], need: 2 });
    const balance = () => client(trust).getAccountAPTAmount({ accountAddress: account.accountAddress });
    const honest = await balance();
    const lie: Liar["lie"] = (path, body) => {
      if (!path.startsWith("/v1/proofs/roots")) return body;
      const roots = JSON.parse(new TextDecoder().decode(body)) as object;
      return new TextEncoder().encode(JSON.stringify({ ...roots, accumulator_root: `0x${"22".repeat(32)}` }));
    };
    third.lie = lie;
    expect(await balance()).toBe(honest);
    other.lie = (path, body) => (path.startsWith("/v1/proofs/roots") ? new TextEncoder().encode("{}") : body);
    await expect(balance()).rejects.toMatchObject({ step: "agreement" });
    other.lie = lie;
    await expect(balance()).rejects.toMatchObject({ step: "accumulator" });
  });
});
