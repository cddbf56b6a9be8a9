import type { Question } from "./protocol.ts";

const get = (path: string, headers?: Question["headers"]): Question => ({
  method: "GET",
  path,
  ...(headers && { headers }),
});

/** The costliest answer of a real genesis: its transaction, 7 MB of JSON. */
export const genesisTransaction = get("/v1/transactions/by_version/0");

/** Costly questions whose answers are all different ones to a server. */
export function differentQuestions(count: number): Question[] {
  return Array.from({ length: count }, (_, i) => {
    const tag = { "If-None-Match": `"${i}"` };
    switch (i % 4) {
      case 0:
        return get("/v1/transactions/by_version/0", tag);
      case 1:
        return get("/v1/blocks/by_height/0?with_transactions=true", tag);
      case 2:
        return get(`/v1/transactions?start=0&limit=${1 + (i % 100)}`, tag);
      default:
        return get(`/v1/accounts/0x1/resources?limit=${1000 + i}`, tag);
    }
  });
}

/** Everything that is not a point read, as clients may ask for it. */
export const costlyQuestions: readonly Question[] = [
  genesisTransaction,
  get("/v1/transactions/by_version/0", { "Accept-Encoding": "br" }),
  get("/v1/transactions/by_version/0", { "Accept-Encoding": "gzip" }),
  get("/v1/transactions/by_version/0", { Accept: "application/x-bcs" }),
  get("/v1/transactions?start=0&limit=100"),
  get("/v1/blocks/by_height/0?with_transactions=true"),
  get("/v1/accounts/0x1/modules"),
  get("/v1/accounts/0x1/modules", { "Accept-Encoding": "br" }),
  get("/v1/accounts/0x1/resources"),
  get("/v1/accounts/0x1/resource/0x1::code::PackageRegistry"),
  get("/v1/accounts/0x1/module/coin"),
  get("/v1/spec.json", { "Accept-Encoding": "br" }),
  get("/v1/spec.yaml"),
  get("/v1/estimate_gas_price"),
];

/** The largest body that is read. */
const maxBody = 8 * 2 ** 20;
const handle = `0x${"ab".repeat(32)}`;
const raw =
  '"sender":"0x1","sequence_number":"0","max_gas_amount":"1","gas_unit_price":"1","expiration_timestamp_secs":"1"';
const payload = (parts: string): string =>
  `"payload":{"type":"entry_function_payload","function":"0x1::coin::transfer",${parts}`;

/** Bodies of the largest size for every route that takes one: long lists, deep and wide types, numbers, escapes, nonsense. */
export function largeBodies(size: number = maxBody): Question[] {
  const post = (path: string, before: string, unit: string, after: string): Question => ({
    method: "POST",
    path,
    body: { before, unit, after, size },
  });
  const item = `/v1/tables/${handle}/item`;
  const encode = "/v1/transactions/encode_submission";
  const key = '{"key_type":"vector<u64>","value_type":"u64","key":';
  return [
    post(
      encode,
      `{${raw},${payload('"type_arguments":[],"arguments":[]}')},"secondary_signers":["0x1"`,
      ',"0x1"',
      "]}",
    ),
    post(encode, `{${raw},${payload('"type_arguments":["0x1::a::B<u8')}`, ",u8", '>"],"arguments":[]}}'),
    post(encode, `{${raw},${payload('"type_arguments":["u8"')}`, ',"u8"', '],"arguments":[]}}'),
    post(encode, `{${raw},${payload('"type_arguments":[],"arguments":["0x1"')}`, ',"0x1"', "]}}"),
    post(item, `${key}["1"`, ',"1"', "]}"),
    post(item, `${key}[1`, ",1", "]}"),
    post(item, `${key}"`, "a", '"}'),
    post(item, `${key}"`, "\\u0041", '"}'),
    post(item, `${key}[[]`, ",[]", "]}"),
    post(item, `${key}{"a":1`, ',"b":1', "}}"),
    post(item, '{"key_type":"0x1::a::B<u8', ",u8", '>","value_type":"u64","key":"1"}'),
    post(`/v1/tables/${handle}/raw_item`, '{"key":"0x', "ab", '"}'),
    post("/v1/experimental/state_values/raw", '{"key":"0x', "ab", '"}'),
    post("/v1/view", '{"function":"0x1::coin::name","type_arguments":[],"arguments":["1"', ',"1"', "]}"),
    post("/v1/transactions", '{"a":["1"', ',"1"', "]}"),
    post("/v1/transactions/batch", '[{"a":"1"}', ',{"a":"1"}', "]"),
    post("/v1/transactions/simulate", '{"a":["1"', ',"1"', "]}"),
  ];
}
