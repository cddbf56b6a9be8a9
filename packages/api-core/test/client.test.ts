import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { type Api, createApi } from "@ledger/api-core";
import { ClientError, createClient, type Fetch, type ReplyOf } from "@ledger/api-core/client";
import { demoTables } from "@ledger/demo-ledger";
import { formatAddress } from "@ledger/types";
import { build, stop } from "esbuild";
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import { operations } from "../src/client/operations.ts";
import { routes } from "../src/routes/index.ts";
import { openDemoStore } from "./support/demo-store.ts";

const root = "http://node.example/v1";
let api: Api;

beforeAll(async () => {
  api = createApi({ store: await openDemoStore(30) });
});
afterAll(stop);

/** A `fetch` that routes as a server does, without sockets. */
const fetchFromApi: Fetch = async (url, { method, headers, body }) => {
  const { pathname, searchParams } = new URL(url);
  for (const route of api.routes) {
    if (route.method !== method) continue;
    const pattern = `^/v1${route.path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`;
    const match = new RegExp(pattern).exec(pathname);
    if (match === null) continue;
    const params = Object.fromEntries(
      Object.entries(match.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]),
    );
    const answer = await api.handle(route.id, {
      params,
      query: searchParams,
      accept: headers.Accept,
      contentType: headers["Content-Type"],
      body: body === undefined ? undefined : new TextEncoder().encode(body),
    });
    return new Response(answer.body as ConstructorParameters<typeof Response>[0], {
      status: answer.status,
      headers: answer.headers,
    });
  }
  return new Response("no such page", { status: 404 });
};

/** A `fetch` with one answer. */
function fetchOf(status: number, body: string, headers: Record<string, string> = {}): Fetch {
  return () => Promise.resolve(new Response(body, { status, headers }));
}

const client = createClient(root, { fetch: fetchFromApi });

test("knows where every operation of the API is, and which ones have pages", () => {
  const places = (entries: readonly (readonly [string, { method: string; path: string; paged?: boolean }])[]) =>
    Object.fromEntries(entries.map(([id, { method, path, paged }]) => [id, [method, path, paged ?? false]]));
  expect(places(Object.entries(operations))).toEqual(places(routes.map((route) => [route.id, route])));
});

test("reads answers with the state of the ledger", async () => {
  const { value, ledger, cursor } = await client.call("get_account", { params: { address: "0xcafe" } });
  expect(value.authentication_key).toMatch(/^0x[0-9a-f]{64}$/);
  expect(ledger).toMatchObject({ chainId: 4, oldestVersion: 0n, oldestBlockHeight: 0n, blockHeight: 30n });
  expect(ledger?.timestampUsecs).toBeGreaterThan(1_700_000_000_000_000n);
  expect(cursor).toBeUndefined();
});

test("sends texts of types and integers as the API reads them", async () => {
  const { value } = await client.call("get_account_resource", {
    params: { address: "0x1", resource_type: "0x1::coin::CoinInfo<0x1::aptos_coin::AptosCoin>" },
    query: { ledger_version: 0n },
  });
  expect(value.type).toBe("0x1::coin::CoinInfo<0x1::aptos_coin::AptosCoin>");
});

test("sends bodies", async () => {
  const { handle, keyType, valueType, exampleKey } = demoTables.commits;
  const { value } = await client.call("get_table_item", {
    params: { table_handle: formatAddress(handle) },
    body: { key_type: keyType, value_type: valueType, key: exampleKey },
  });
  expect(value).toBeDefined();
});

test("goes through all pages of one version", async () => {
  const input = { params: { address: "0x1" }, query: { ledger_version: 0 } };
  const whole = await client.call("get_account_modules", input);
  const names: (string | undefined)[] = [];
  for await (const { abi } of client.items("get_account_modules", {
    ...input,
    query: { ledger_version: 0, limit: 7 },
  })) {
    names.push(abi?.name);
  }
  expect(names.length).toBeGreaterThan(14);
  expect(names).toEqual(whole.value.map(({ abi }) => abi?.name));
});

test("goes through the items of a table, whose types it need not know", async () => {
  const { handle, exampleKey, keyType } = demoTables.commits;
  const items = [];
  const input = { params: { table_handle: formatAddress(handle) }, query: { limit: 2 } };
  for await (const item of client.items("list_table_items", input)) items.push(item);
  expect(items.length).toBeGreaterThan(2);
  expect(items.find(({ key }) => JSON.stringify(key) === JSON.stringify(exampleKey))?.key_type).toBe(keyType);
});

test("gives the bytes of BCS answers", async () => {
  const { value } = await client.callBcs("get_account_balance", { params: { address: "0x9", asset_type: "0xa" } });
  expect(value).toEqual(new Uint8Array(8));
});

describe("integers", () => {
  const balance = (text: string) =>
    createClient(root, { fetch: fetchOf(200, text) }).call("get_account_balance", {
      params: { address: "0x1", asset_type: "0xa" },
    });

  test.each([0n, 5n, 9_007_199_254_740_993n, 18_446_744_073_709_551_615n])(
    "a balance of %s is exact",
    async (value) => {
      expect((await balance(value.toString())).value).toBe(value);
    },
  );

  test("a member beyond 2^53 is exact, others stay numbers", async () => {
    const text = '{"a":18446744073709551615,"b":7,"c":"18446744073709551615","d":1.5}';
    const { value } = await createClient(root, { fetch: fetchOf(200, text) }).call("view", {
      body: { function: "0x1::demo::numbers" },
    });
    expect(value).toEqual({ a: 18_446_744_073_709_551_615n, b: 7, c: "18446744073709551615", d: 1.5 });
  });

  test("in a body are sent as decimal strings when they are wide", async () => {
    let sent: string | undefined;
    const fetch: Fetch = (_, { body }) => {
      sent = body;
      return Promise.resolve(new Response("[]"));
    };
    await createClient(root, { fetch }).call("view", {
      body: { function: "0x1::demo::numbers", arguments: [2n ** 64n - 1n, 7] },
    });
    expect(sent).toBe('{"function":"0x1::demo::numbers","arguments":["18446744073709551615",7]}');
  });
});

describe("refusals", () => {
  test("have the API's code, and the ledger they were decided on", async () => {
    const call = client.call("get_account", { params: { address: "0x1" }, query: { ledger_version: 10n ** 9n } });
    await expect(call).rejects.toBeInstanceOf(ClientError);
    await expect(call).rejects.toMatchObject({ code: "version_not_found", status: 404, ledger: { chainId: 4 } });
  });

  test("have the code of the virtual machine", async () => {
    const body = '{"message":"failed","error_code":"vm_error","vm_error_code":18446744073709551615}';
    const call = createClient(root, { fetch: fetchOf(400, body) }).call("view", {
      body: { function: "0x1::demo::numbers" },
    });
    await expect(call).rejects.toMatchObject({ code: "vm_error", vmErrorCode: 2n ** 64n - 1n });
  });

  test.each([
    [502, "<html>bad gateway</html>"],
    [500, "null"],
    [500, '{"error":"x"}'],
    [200, "<html>"],
  ])("an answer that is not the API's is told as such: %i %s", async (status, body) => {
    const call = createClient(root, { fetch: fetchOf(status, body) }).call("get_ledger_info", {});
    await expect(call).rejects.toMatchObject({ code: "unexpected_answer", status });
  });

  test("incomplete or malformed ledger headers are no ledger", async () => {
    const headers = { "X-SVC-CHAIN-ID": "4", "X-SVC-LEDGER-VERSION": "-1" };
    const { ledger } = await createClient(root, { fetch: fetchOf(200, "{}", headers) }).call("get_ledger_info", {});
    expect(ledger).toBeUndefined();
  });
});

test("types come from the declarations", () => {
  expectTypeOf<ReplyOf<"get_account_balance">>().toEqualTypeOf<bigint>();
  expectTypeOf<ReplyOf<"get_account">>().toEqualTypeOf<{ sequence_number: string; authentication_key: string }>();
  expectTypeOf<ReplyOf<"get_raw_table_item">>().toBeNever();
  // @ts-expect-error a path parameter is missing
  () => client.call("get_account", { params: {} });
  // @ts-expect-error there is no such operation
  () => client.call("get_nothing", {});
  // @ts-expect-error there is no such query parameter
  () => client.call("get_account", { params: { address: "0x1" }, query: { limit: 1 } });
  // @ts-expect-error the body has no key
  () => client.call("get_table_item", { params: { table_handle: "0x1" }, body: { key_type: "u8", value_type: "u8" } });
  // @ts-expect-error the answers are no pages
  () => client.items("get_account", { params: { address: "0x1" } });
});

test.each([
  ["of everything", "*", 5 * 1024],
  ["of a client for requests", "{ createClient }", 3 * 1024],
])("brings neither schemas nor server code into a bundle %s", async (_, names, most) => {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `export ${names} from "./client/index.ts";`,
      resolveDir: fileURLToPath(new URL("../src", import.meta.url)),
      loader: "ts",
    },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2023",
    write: false,
    metafile: true,
    conditions: ["@ledger/source"],
  });
  const kept = Object.entries(Object.values(metafile.outputs)[0]!.inputs).filter(
    ([, { bytesInOutput }]) => bytesInOutput > 0,
  );
  const others = kept.map(([path]) => path).filter((path) => !/api-core\/src\/client\/|<stdin>/.test(path));
  // Both sides share the name of the cursor header and the pauses between tries, and nothing else.
  const shared = ["contract/ledger-headers.ts", "waiting/backoff.ts"];
  for (const path of others) expect(shared).toContain(path.replace(/^.*src\//, ""));
  expect(gzipSync(outputFiles[0]!.contents, { level: 9 }).length).toBeLessThan(most);
});
