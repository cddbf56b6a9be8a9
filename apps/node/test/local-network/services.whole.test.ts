import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { formatHash, hashSignedTransaction, hexToBytes } from "@ledger/types";
import { beforeAll, describe, expect, test } from "vitest";
import { balanceOf, fund, untilCommitted } from "../support/local-network.ts";
import { openSharedNode, type SharedNode } from "../support/open-shared-node.ts";

let node: SharedNode;

beforeAll(async () => {
  node = await openSharedNode("local-network");
});

/** An address that nobody has used. */
const newAddress = (): string => `0x${randomBytes(32).toString("hex")}`;

async function post(path: string, body?: string): Promise<{ status: number; headers: Headers; text: string }> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${node.url}${path}`, { method: "POST", headers, ...(body !== undefined && { body }) });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

test("a verb of a network for tests is answered with the command that has them", async () => {
  const { status, text } = await post("/v1/-/local/mine", "{}");
  expect([status, JSON.parse(text).message]).toEqual([
    404,
    "not found: verbs are served by 'ledger-node devnet', at the address of its API",
  ]);
  expect((await post("/v1/-/locals/mine", "{}")).text).toContain("no route has this path");
});

describe("the faucet", () => {
  test("gives a thousand coins to those who name no amount", async () => {
    const address = newAddress();
    const { status, text } = await post("/fund", JSON.stringify({ address }));
    expect(status).toBe(200);
    await untilCommitted(node.url, JSON.parse(text).txn_hashes[0]);
    expect(await balanceOf(node.url, address)).toBe(100_000_000_000n);
  });

  test("answers the way of older clients: hashes, or the transactions themselves", async () => {
    const receiver = newAddress();
    const hashes = await post(`/mint?address=${receiver}&amount=10`);
    expect(hashes.status).toBe(200);
    const [hash] = JSON.parse(hashes.text) as string[];
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    await untilCommitted(node.url, hash!);

    const whole = await post(`/v1/mint?auth_key=${receiver.slice(2)}&amount=11&return_txns=true`);
    const bytes = hexToBytes(whole.text);
    expect(bytes[0]).toBe(1);
    await untilCommitted(node.url, formatHash(hashSignedTransaction(bytes.subarray(1))).slice(2));
    expect(await balanceOf(node.url, receiver)).toBe(21n);
  });

  test("takes a request that says nothing of a body, as curl sends it", async () => {
    const { host, hostname, port } = new URL(node.url);
    const socket = connect(Number(port), hostname);
    socket.end(`POST /mint?address=0x9&amount=1 HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("funds the account of a public key", async () => {
    // RFC 8032 §7.1, TEST 1; its address is the hash of the key and a zero byte.
    const key = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
    const { text } = await post("/fund", JSON.stringify({ pub_key: key, amount: 3 }));
    const [hash] = JSON.parse(text).txn_hashes;
    const found = (await untilCommitted(node.url, hash)) as unknown as { payload: { arguments: string[] } };
    expect(await balanceOf(node.url, found.payload.arguments[0]!)).toBe(3n);
  });

  test("takes any number of requests at one time", async () => {
    const address = newAddress();
    const hashes = await Promise.all(Array.from({ length: 200 }, () => fund(node.url, address, 1)));
    expect(new Set(hashes).size).toBe(200);
    await Promise.all(hashes.map((hash) => untilCommitted(node.url, hash)));
    expect(await balanceOf(node.url, address)).toBe(200n);
  });

  test.each([
    ["no JSON", "{", "not JSON"],
    ["no object", "[]", "must be an object"],
    ["nobody", "{}", "name the account to fund"],
    ["two receivers", JSON.stringify({ address: "0x1", auth_key: "00" }), "name the account to fund"],
    ["a bad address", JSON.stringify({ address: "0xzz" }), "`address`: invalid address"],
    ["an amount below zero", '{"address":"0x1","amount":-1}', "`amount` must be"],
    ["a fraction", '{"address":"0x1","amount":1.5}', "`amount` must be"],
    ["2^64", '{"address":"0x1","amount":18446744073709551616}', "`amount` must be"],
    ["nothing for an account that exists", '{"address":"0xa550c18","amount":0}', "nothing to do"],
  ])("refuses a request with %s", async (_, body, text) => {
    const { status, headers, text: answer } = await post("/fund", body);
    expect(status).toBe(400);
    expect(headers.get("content-type")).toBe("application/json");
    expect(JSON.parse(answer)).toMatchObject({ error_code: "InvalidRequest", rejection_reasons: [], txn_hashes: [] });
    expect(JSON.parse(answer).message).toContain(text);
  });

  test("refuses in plain text on the older path, and other assets and methods", async () => {
    const plain = await post("/mint?amount=1");
    expect([plain.status, plain.headers.get("content-type")]).toEqual([400, "text/plain; charset=utf-8"]);
    expect((await post("/fund?asset=gold", JSON.stringify({ address: "0x7" }))).status).toBe(410);
    const get = await fetch(`${node.url}/fund`);
    expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
    expect((await post("/fund", "a".repeat(70_000))).status).toBe(413);
  });

  test("lets pages of other servers of this machine fund", async () => {
    const origin = "http://localhost:3000";
    const preflight = await fetch(`${node.url}/fund`, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "content-type" },
    });
    expect(preflight.status).toBe(200);
    const response = await fetch(`${node.url}/fund`, {
      method: "POST",
      headers: { origin },
      body: '{"address":"0x7"}',
    });
    expect(response.headers.get("access-control-allow-origin")).toBe(origin);
  });
});

/** Rows by table, or what is wrong with the query. */
interface GraphqlAnswer {
  readonly data?: Readonly<Record<string, readonly Readonly<Record<string, string | number>>[]>>;
  readonly errors?: readonly { readonly message: string }[];
}

describe("GraphQL", () => {
  async function ask(query: string, variables?: object): Promise<GraphqlAnswer> {
    const { status, text } = await post("/v1/graphql", JSON.stringify({ query, variables }));
    expect(status).toBe(200);
    return JSON.parse(text);
  }

  test("the processors are where the ledger is", async () => {
    const { version } = await untilCommitted(node.url, await fund(node.url, newAddress(), 1));
    const { data } = await ask(
      "query ($where: processor_status_bool_exp) { processor_status(where: $where) { processor last_success_version last_updated } }",
      { where: { processor: { _eq: "fungible_asset_processor" } } },
    );
    expect(data!.processor_status).toHaveLength(1);
    const [status] = data!.processor_status!;
    expect(status!.processor).toBe("fungible_asset_processor");
    expect(BigInt(status!.last_success_version!)).toBeGreaterThanOrEqual(BigInt(version!));
    expect(status!.last_updated).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?$/);
  });

  test("balances are those of the ledger's head, with what the asset is", async () => {
    const owner = newAddress();
    await untilCommitted(node.url, await fund(node.url, owner, 12_345));
    const query = `query ($where: current_fungible_asset_balances_bool_exp!, $order: [current_fungible_asset_balances_order_by!]) {
      current_fungible_asset_balances(where: $where, order_by: $order, limit: 5) {
        amount asset_type is_frozen is_primary owner_address token_standard last_transaction_version last_transaction_timestamp
        metadata { name symbol decimals }
      }
      current_fungible_asset_balances_aggregate(where: $where) { aggregate { count } }
    }`;
    const asset = `0x${"a".padStart(64, "0")}`;
    const where = { owner_address: { _eq: owner }, asset_type: { _in: ["0x1::aptos_coin::AptosCoin", asset] } };
    const { data, errors } = await ask(query, { where, order: [{ amount: "desc" }] });
    expect(errors).toBeUndefined();
    expect(data!.current_fungible_asset_balances).toMatchObject([
      {
        ...{
          amount: 12_345,
          asset_type: "0x1::aptos_coin::AptosCoin",
          is_frozen: false,
          is_primary: true,
          owner_address: owner,
        },
        ...{ token_standard: "v1", metadata: { name: "Aptos Coin", symbol: "APT", decimals: 8 } },
        last_transaction_timestamp: expect.stringMatching(/^20\d\d-/),
      },
    ]);
    expect(data!.current_fungible_asset_balances_aggregate).toEqual({ aggregate: { count: 1 } });
    await untilCommitted(node.url, await fund(node.url, owner, 5));
    const later = await ask(query, { where });
    expect(later.data!.current_fungible_asset_balances).toMatchObject([{ amount: 12_350 }]);
    const other = await ask(query, { where: { ...where, amount: { _gt: "12350" } } });
    expect(other.data!.current_fungible_asset_balances).toEqual([]);
  });

  test("an account's transactions are counted, and its objects found", async () => {
    const core = `0x${"a550c18".padStart(64, "0")}`;
    const { data, errors } = await ask(
      `query ($core: String) {
        account_transactions_aggregate(where: { account_address: { _eq: $core } }) { aggregate { count } }
        current_objects(where: { owner_address: { _eq: $core } }) { object_address is_deleted }
        current_token_ownerships_v2(where: { owner_address: { _eq: $core } }) { token_data_id }
      }`,
      { core },
    );
    expect(errors).toBeUndefined();
    const { aggregate } = data!.account_transactions_aggregate as unknown as { aggregate: { count: number } };
    expect(aggregate.count).toBeGreaterThan(0);
    expect(data!.current_objects!.every(({ is_deleted }) => !is_deleted)).toBe(true);
    expect(data!.current_token_ownerships_v2).toEqual([]);
  });

  test.each([
    [
      "a table that is not here",
      "{ confidential_asset_activities { key } }",
      "field 'confidential_asset_activities' not found in type: 'query_root'",
    ],
    ["a column that is not there", "{ processor_status { nothing } }", "nothing"],
    ["no GraphQL", "{", "Syntax Error"],
    ["more than it may be", `{ ${"processor_status { processor } ".repeat(2_000)} }`, "token"],
    ["a depth without end", `{ processor_status ${"{ processor ".repeat(300)} ${"}".repeat(300)} }`, ""],
  ])("a query of %s is answered with errors", async (_, query, text) => {
    const { data, errors } = await ask(query);
    expect(data).toBeUndefined();
    expect(errors!.map(({ message }) => message).join("\n")).toContain(text);
  });

  test("a list of operations is answered by a list, and a body may have thousands of addresses", async () => {
    const addresses = Array.from({ length: 12_000 }, (_, i) => `0x${i.toString(16).padStart(64, "0")}`);
    const query =
      "query q($in: [String!]) { current_objects(where: { object_address: { _in: $in } }) { object_address } }";
    const operations = [{ query, variables: { in: addresses } }, { query: "{ ledger_infos { chain_id } }" }];
    const { status, text } = await post("/v1/graphql", JSON.stringify(operations));
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual([
      { data: { current_objects: [{ object_address: addresses[10] }] } },
      { data: { ledger_infos: [{ chain_id: 4 }] } },
    ]);
  });

  test("what is no query is answered with errors", async () => {
    for (const body of ["", "{", "[]", "null", '{"query":1}', '{"query":"{x}","variables":7}']) {
      const { status, text } = await post("/v1/graphql", body);
      expect(status, body).toBe(200);
      expect(JSON.parse(text).errors, body).toHaveLength(1);
    }
  });
});
