// What somebody writes with openapi-fetch and the types that openapi-typescript made of the description. `./types.ts` is made by the
// check, which compiles this under `strict` and `noUncheckedIndexedAccess` and runs it.
import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { paths } from "./types.ts";

const client = createClient<paths>({ baseUrl: `${process.env.LEDGER_URL}/v1` });

const info = await client.GET("/");
const version: string | undefined = info.data?.ledger_version;
assert.match(version ?? "", /^[0-9]+$/);

const modules = await client.GET("/accounts/{address}/modules", {
  params: { path: { address: "0x1" }, query: { limit: 3 } },
});
const name: string | undefined = modules.data?.[0]?.abi?.name;
assert.equal(name?.length, 3);

const symbol = await client.POST("/view", {
  body: { function: "0x1::coin::symbol", type_arguments: ["0x1::aptos_coin::AptosCoin"], arguments: [] },
});
assert.deepEqual(symbol.data, ["APT"]);

const events = await client.GET("/events", { params: { query: { account: "0x1", order: "oldest_first", limit: 1 } } });
const [event] = events.data ?? [];
const type: string | undefined = event?.type;
assert.match(type ?? "", /^0x[0-9a-f]+::/);

const page = await client.GET("/transactions", { params: { query: { start: "0", limit: 1 } } });
const [first] = page.data ?? [];
assert.equal(first?.type === "genesis_transaction" && first.success, true);

const missing = await client.GET("/accounts/{address}/module/{module_name}", {
  params: { path: { address: "0x1", module_name: "nothing" } },
});
const code: string | undefined = missing.error?.error_code;
assert.equal(code, "module_not_found");
