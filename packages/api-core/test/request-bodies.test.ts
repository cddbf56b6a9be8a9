import { createApi } from "@ledger/api-core";
import { buildModule } from "@ledger/move";
import { parseAddress, tableItemKey } from "@ledger/types";
import { describe, expect, test } from "vitest";
import { ask, jsonOf } from "./support/ask.ts";
import { moduleWrite, openStateStore } from "./support/module-store.ts";

const handle = "0x7ab1e";
const module = buildModule({
  address: "0x42",
  name: "m",
  functions: [{ name: "two", params: ["&signer", "u64", "bool"], visibility: "public", entry: true }],
});
const api = createApi({
  store: openStateStore(4, [
    moduleWrite(module),
    { key: tableItemKey(parseAddress(handle), Uint8Array.of(0, 0)), value: Uint8Array.of(7) },
  ]),
});

function encode(payload: object) {
  const numbers = { sequence_number: "0", max_gas_amount: "1", gas_unit_price: "1", expiration_timestamp_secs: "9" };
  return ask(api, "encode_submission", { body: { sender: "0xdd", ...numbers, payload } });
}

describe("a script's interface in a request is not looked at", () => {
  // Four magic bytes, then a version that there is not.
  const code = { bytecode: "0xa11ceb0bff000000" };

  test.for([5, "text", {}, [], { name: 1 }, null])("%j", async (abi) => {
    const payload = { type: "script_payload", type_arguments: [], arguments: [] };
    const [without, given] = [await encode({ ...payload, code }), await encode({ ...payload, code: { ...code, abi } })];
    expect([given.status, jsonOf(given)]).toEqual([without.status, jsonOf(without)]);
    expect(jsonOf(given)).toMatchObject({ error_code: "invalid_input" });
  });

  test("and no other fault is blamed on it", async () => {
    const payload = { type: "script_payload", type_arguments: "none", arguments: [] };
    const response = await encode({ ...payload, code: { ...code, abi: 5 } });
    expect(jsonOf(response)).toMatchObject({
      error_code: "web_framework_error",
      message: expect.stringMatching(/expected an array, found string "none"/),
    });
  });
});

test("a wrong number of arguments is refused with the arguments", async () => {
  const payload = { type: "entry_function_payload", function: "0x42::m::two", type_arguments: [] };
  const response = await encode({ ...payload, arguments: ["5", true, { more: [1] }] });
  expect(response.status).toBe(400);
  expect(jsonOf(response)).toMatchObject({
    error_code: "invalid_input",
    message: expect.stringContaining('expected 2 arguments [string<u64>, boolean], got 3: ["5",true,{"more":[1]}]'),
  });
});

test.each([
  ["u16", "0", 200],
  ["u16", "-0", 400],
  ["i16", "-0", 200],
])("the key of type %s %s is answered with %i", async (type, key, status) => {
  const body = `{"key_type":"${type}","value_type":"u8","key":${key}}`;
  const response = await ask(api, "get_table_item", { params: { table_handle: handle }, body });
  expect(response.status).toBe(status);
  if (status === 400) expect(jsonOf(response)).toMatchObject({ message: expect.stringContaining("key -0 ") });
});
