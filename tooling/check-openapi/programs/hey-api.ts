// What somebody writes with the client that @hey-api/openapi-ts made of the description. `./client` is made by the check, which
// compiles this under `strict` and `noUncheckedIndexedAccess` and runs it.
import assert from "node:assert/strict";
import { client } from "./client/client.gen.ts";
import {
  getAccountModule,
  getAccountModules,
  getLedgerInfo,
  getTransactions,
  listEvents,
  view,
} from "./client/sdk.gen.ts";

client.setConfig({ baseUrl: `${process.env.LEDGER_URL}/v1` });

const info = await getLedgerInfo();
const version: string | undefined = info.data?.ledger_version;
assert.match(version ?? "", /^[0-9]+$/);

const modules = await getAccountModules({ path: { address: "0x1" }, query: { limit: 3 } });
const name: string | undefined = modules.data?.[0]?.abi?.name;
assert.equal(name?.length, 3);

const symbol = await view({
  body: { function: "0x1::coin::symbol", type_arguments: ["0x1::aptos_coin::AptosCoin"], arguments: [] },
});
assert.deepEqual(symbol.data, ["APT"]);

const events = await listEvents({ query: { account: "0x1", order: "oldest_first", limit: 1 } });
const type: string | undefined = events.data?.[0]?.type;
assert.match(type ?? "", /^0x[0-9a-f]+::/);

const page = await getTransactions({ query: { start: "0", limit: 1 } });
const [first] = page.data ?? [];
assert.equal(first?.type === "genesis_transaction" && first.success, true);

const missing = await getAccountModule({ path: { address: "0x1", module_name: "nothing" } });
const code: string | undefined = missing.error?.error_code;
assert.equal(code, "module_not_found");
