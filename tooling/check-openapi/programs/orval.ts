// What somebody writes with the client that orval made of the description. `./client.ts` is made by the check, which compiles this
// under `strict` and `noUncheckedIndexedAccess` and runs it. The client knows where the node is.
import assert from "node:assert/strict";
import { getAccountModule, getAccountModules, getLedgerInfo, getTransactions, listEvents, view } from "./client.ts";

const info = await getLedgerInfo();
assert.equal(info.status, 200);
const version: string = info.data.ledger_version;
assert.match(version, /^[0-9]+$/);

const modules = await getAccountModules("0x1", { limit: 3 });
assert.equal(modules.status, 200);
const name: string | undefined = modules.data[0]?.abi?.name;
assert.equal(name?.length, 3);

const symbol = await view({
  function: "0x1::coin::symbol",
  type_arguments: ["0x1::aptos_coin::AptosCoin"],
  arguments: [],
});
assert.equal(symbol.status, 200);
assert.deepEqual(symbol.data, ["APT"]);

const events = await listEvents({ account: "0x1", order: "oldest_first", limit: 1 });
assert.equal(events.status, 200);
const type: string | undefined = events.data[0]?.type;
assert.match(type ?? "", /^0x[0-9a-f]+::/);

const page = await getTransactions({ start: "0", limit: 1 });
assert.equal(page.status, 200);
const [first] = page.data;
assert.equal(first?.type === "genesis_transaction" && first.success, true);

const missing = await getAccountModule("0x1", "nothing");
assert.equal(missing.status, 404);
const code: string = missing.data.error_code;
assert.equal(code, "module_not_found");
