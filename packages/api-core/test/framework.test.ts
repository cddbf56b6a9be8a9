import {
  type Admission,
  type ApiConfig,
  ApiError,
  createApi,
  methodNotAllowed,
  routeNotFound,
  type TableLists,
} from "@ledger/api-core";
import type { LedgerReader } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { buildLedger, testAddress } from "@ledger/store-contract/build-ledger";
import { formatAddress } from "@ledger/types";
import { describe, expect, test } from "vitest";
import { ask, jsonOf, type Question, textOf } from "./support/ask.ts";
import { withAnswers } from "./support/with-answers.ts";

const sender = testAddress(7);
const address = formatAddress(sender);

function openStore(incarnation?: number) {
  const store = createMemoryStore();
  const ledger = buildLedger({ chainId: 4 });
  const sent = (value: bigint) => ({ user: { sender, replayProtector: { kind: "SequenceNumber" as const, value } } });
  store.commit({ ...ledger.batch([[{}], [{}, sent(0n)], [{}, sent(1n), sent(2n)]]), incarnation });
  return store;
}

function open(config: Partial<ApiConfig> = {}, store: LedgerReader = openStore()) {
  return createApi({ store, config, clock: () => 1_700_000_010_000_000n });
}

const ledgerHeaders = {
  "X-SVC-CHAIN-ID": "4",
  "X-SVC-LEDGER-VERSION": "5",
  "X-SVC-LEDGER-OLDEST-VERSION": "0",
  "X-SVC-LEDGER-TIMESTAMPUSEC": "1700000002000000",
  "X-SVC-EPOCH": "0",
  "X-SVC-BLOCK-HEIGHT": "2",
  "X-SVC-OLDEST-BLOCK-HEIGHT": "0",
};

describe("headers", () => {
  test("an answer carries the ledger headers and says that it is JSON", async () => {
    const response = await ask(open(), "get_ledger_info");
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({ ...ledgerHeaders, "Content-Type": "application/json; charset=utf-8" });
    expect(jsonOf(response)).toEqual({
      chain_id: 4,
      epoch: "0",
      ledger_version: "5",
      oldest_ledger_version: "0",
      ledger_timestamp: "1700000002000000",
      node_role: "full_node",
      oldest_block_height: "0",
      block_height: "2",
    });
  });

  test("so do refusals, also those of the server around the API", async () => {
    const api = open();
    expect((await ask(api, "get_account_modules", { params: { address: "xyz" } })).headers).toMatchObject(
      ledgerHeaders,
    );
    const notFound = await api.failure(routeNotFound());
    expect(notFound).toMatchObject({ status: 404, headers: ledgerHeaders });
    expect(jsonOf(notFound)).toMatchObject({ error_code: "web_framework_error" });
    const notAllowed = await api.failure(methodNotAllowed("PUT", ["GET", "HEAD"]));
    expect(notAllowed).toMatchObject({ status: 405, headers: { ...ledgerHeaders, Allow: "GET, HEAD" } });
  });

  test("and the documents", async () => {
    for (const id of ["spec", "spec_json", "spec_yaml"]) {
      expect(await ask(open(), id)).toMatchObject({ status: 200, headers: ledgerHeaders });
    }
  });

  test("a second family of headers says the same", async () => {
    const { headers } = await ask(open({ headerPrefixes: ["X-SVC-", "X-Aptos-"] }), "get_ledger_info");
    expect(headers).toMatchObject({ ...ledgerHeaders, "X-Aptos-LEDGER-VERSION": "5" });
  });

  test("a new block changes them", async () => {
    const store = createMemoryStore();
    const ledger = buildLedger();
    store.commit(ledger.batch([[{}]]));
    const api = open({}, store);
    expect((await ask(api, "get_ledger_info")).headers["X-SVC-LEDGER-VERSION"]).toBe("0");
    store.commit(ledger.batch([[{}, {}]]));
    expect((await ask(api, "get_ledger_info")).headers["X-SVC-LEDGER-VERSION"]).toBe("2");
  });
});

describe("a store that cannot be read", () => {
  test("is 503 while it is empty, without ledger headers", async () => {
    const response = await ask(open({}, createMemoryStore()), "get_ledger_info");
    expect(response.status).toBe(503);
    expect(jsonOf(response)).toMatchObject({ error_code: "internal_error" });
    expect(Object.keys(response.headers).filter((name) => name.startsWith("X-SVC-"))).toEqual([]);
  });

  test("is 503 when its summary fails, and the reason stays inside", async () => {
    const broken = withAnswers(openStore(), { summary: () => Promise.reject(new Error("secret path")) });
    const response = await ask(open({}, broken), "get_ledger_info");
    expect(response.status).toBe(503);
    expect(textOf(response)).not.toContain("secret");
    expect(response.error?.cause).toMatchObject({ message: "secret path" });
  });

  test("is 500 when a read fails, and the reason stays inside", async () => {
    const fail = () => {
      throw new Error("secret path");
    };
    const response = await ask(open({}, withAnswers(openStore(), { listState: fail })), "get_account_modules", {
      params: { address },
    });
    expect(response).toMatchObject({ status: 500, headers: ledgerHeaders });
    expect(textOf(response)).not.toContain("secret");
    expect(response.error?.cause).toMatchObject({ message: "secret path" });
  });

  test("a malformed request is refused before that", async () => {
    const response = await ask(open({}, createMemoryStore()), "get_account_modules", { params: { address: "xyz" } });
    expect(response.status).toBe(400);
  });
});

describe("refusals", () => {
  const modules = "get_account_modules";
  const encode = "encode_submission";
  const cases: readonly [string, string, Question, number, string, readonly string[]][] = [
    ["a bad address", modules, { params: { address: "xyz" } }, 400, "web_framework_error", ["address", "'x'", "61"]],
    ["an empty address", modules, { params: { address: "" } }, 400, "web_framework_error", ["address"]],
    ["65 digits", modules, { params: { address: "1".repeat(65) } }, 400, "web_framework_error", ["address"]],
    [
      "a negative version",
      modules,
      { query: { ledger_version: "-1" } },
      400,
      "web_framework_error",
      ["ledger_version", "u64", '"-1"'],
    ],
    [
      "a version beyond u64",
      modules,
      { query: { ledger_version: "18446744073709551616" } },
      400,
      "web_framework_error",
      ["ledger_version"],
    ],
    ["a version above the latest", modules, { query: { ledger_version: "6" } }, 404, "version_not_found", ["6"]],
    [
      "the largest version",
      modules,
      { query: { ledger_version: "18446744073709551615" } },
      404,
      "version_not_found",
      ["18446744073709551615"],
    ],
    [
      "a limit of text",
      modules,
      { query: { limit: "hello" } },
      400,
      "web_framework_error",
      ["limit", "uint16", '"hello"'],
    ],
    ["a limit beyond u16", modules, { query: { limit: "70000" } }, 400, "web_framework_error", ["limit"]],
    ["a negative limit", modules, { query: { limit: "-1" } }, 400, "web_framework_error", ["limit"]],
    ["a limit of 0", modules, { query: { limit: "0" } }, 400, "invalid_input", ["0"]],
    ["a cursor with 0x", modules, { query: { start: "0x00" } }, 400, "web_framework_error", ["start"]],
    ["a cursor that is no key", modules, { query: { start: "00ff" } }, 400, "web_framework_error", ["start"]],
    ["a repeated parameter", modules, { query: "limit=1&limit=2" }, 400, "web_framework_error", ["limit"]],
    [
      "a version and a cursor, the version first",
      modules,
      { query: { ledger_version: "6", limit: "0" } },
      404,
      "version_not_found",
      [],
    ],
    ["no content type", encode, { body: {}, contentType: undefined }, 415, "web_framework_error", ["Content-Type"]],
    ["another content type", encode, { body: {}, contentType: "invalid" }, 415, "web_framework_error", ["invalid"]],
    ["no body", encode, { contentType: "application/json" }, 400, "web_framework_error", []],
    ["no JSON", encode, { body: "invalid" }, 400, "web_framework_error", ["offset 0"]],
    ["an empty object", encode, { body: {} }, 400, "web_framework_error", ["sender", "EncodeSubmissionRequest"]],
    ["an array", encode, { body: [] }, 400, "web_framework_error", ["EncodeSubmissionRequest"]],
    [
      "a bad asset",
      "get_account_balance",
      { params: { address, asset_type: "0x1::coin" } },
      400,
      "web_framework_error",
      ["asset_type", "0x1::coin"],
    ],
    [
      "a bad duration",
      "healthy",
      { query: { duration_secs: "4294967296" } },
      400,
      "web_framework_error",
      ["duration_secs"],
    ],
  ];
  test.each(cases)("%s", async (_, id, question, status, code, named) => {
    const response = await ask(open(), id, { ...question, params: { address, ...question.params } });
    expect([response.status, jsonOf(response)]).toEqual([
      status,
      { message: expect.any(String), error_code: code, vm_error_code: null },
    ]);
    expect(response.headers).toMatchObject({ ...ledgerHeaders, "Content-Type": "application/json; charset=utf-8" });
    for (const text of named) expect(response.error?.message).toContain(text);
  });

  test("a pruned version is gone", async () => {
    const store = openStore();
    store.prune({ stateVersion: 3n, ledgerVersion: 3n }, 1000);
    const api = open({}, store);
    const gone = await ask(api, modules, { params: { address }, query: { ledger_version: "2" } });
    expect([gone.status, jsonOf(gone)]).toMatchObject([410, { error_code: "version_pruned" }]);
    expect(gone.headers).toMatchObject({ "X-SVC-LEDGER-OLDEST-VERSION": "3", "Cache-Control": "no-store" });
    expect((await ask(api, modules, { params: { address }, query: { ledger_version: "3" } })).status).toBe(200);
  });

  test("pruning that overtakes a request is 410, never an empty answer", async () => {
    const store = openStore();
    const overtaken = withAnswers(store, {
      async summary() {
        const before = await store.summary();
        store.prune({ stateVersion: 4n, ledgerVersion: 4n }, 1000);
        return before;
      },
    });
    const response = await ask(open({}, overtaken), modules, { params: { address }, query: { ledger_version: "2" } });
    expect([response.status, jsonOf(response)]).toMatchObject([410, { error_code: "version_pruned" }]);
  });

  test("errors are JSON whatever is accepted", async () => {
    const response = await ask(open(), modules, { params: { address: "xyz" }, accept: "application/x-bcs" });
    expect(response.headers["Content-Type"]).toBe("application/json; charset=utf-8");
  });
});

describe("switches", () => {
  const params = { address };
  test("an encoding can be switched off", async () => {
    const noJson = await ask(open({ jsonOutput: false }), "get_account_modules", { params });
    expect([noJson.status, jsonOf(noJson)]).toMatchObject([403, { error_code: "api_disabled" }]);
    expect(noJson.error?.message).toMatch(/get_account_modules.*JSON/);
    const noBcs = await ask(open({ bcsOutput: false }), "get_account_modules", { params, accept: "application/x-bcs" });
    expect(noBcs.status).toBe(403);
    expect((await ask(open({ bcsOutput: false }), "get_account_modules", { params })).status).toBe(200);
  });

  test("what is malformed is refused before what is switched off", async () => {
    const response = await ask(open({ jsonOutput: false }), "get_account_modules", { params: { address: "xyz" } });
    expect(response.status).toBe(400);
  });
});

describe("body size", () => {
  const api = open({ contentLengthLimit: 100 });
  test.each([
    ["POST", undefined, 411],
    ["POST", "abc", 411],
    ["POST", "100", undefined],
    ["POST", "101", 413],
    ["POST", "99999999999999999999", 413],
    ["GET", undefined, undefined],
    ["GET", "101", undefined],
  ])("%s with Content-Length %s is %s", (method, length, status) => {
    expect(api.checkBodySize(method, length)?.status).toBe(status);
  });
});

describe("caching", () => {
  const params = { address };
  test("a fixed version of a ledger that is never begun again is kept for ever, the latest is asked for again", async () => {
    const api = createApi({ store: openStore(), isPermanent: () => true });
    const fixed = await ask(api, "get_account_modules", { params, query: { ledger_version: "3" } });
    expect(fixed.headers).toMatchObject({
      "Cache-Control": "public, max-age=31536000, immutable",
      ETag: expect.stringMatching(/^"[\x21\x23-\x7e]+"$/),
      Vary: "Accept, Accept-Encoding",
    });
    const latest = await ask(api, "get_account_modules", { params });
    expect(latest.headers).toMatchObject({ "Cache-Control": "no-cache", ETag: expect.any(String) });
  });

  test("a list of a fixed version is asked for again: its cursor is a place in an index, which may be made again", async () => {
    const store = openStore();
    const ledger = (await store.summary())!;
    let next = "7";
    const lists: TableLists = { list: async () => ({ ledger, items: [], next }) };
    const api = createApi({ store, lists, isPermanent: () => true });
    for (const [id, more] of [
      ["list_account_assets", {}],
      ["get_account_transactions", { touched: "true" }],
    ] as const) {
      const question = { params, query: { ledger_version: "3", ...more } };
      const { status, headers } = await ask(api, id, question);
      expect([status, headers["Cache-Control"], headers["X-SVC-CURSOR"]]).toEqual([200, "no-cache", next]);
      next += "1";
      const beyond = await ask(api, id, { params, query: { ...question.query, ledger_version: "1000" } });
      expect(beyond.status).toBe(404);
    }
  });

  describe("of a ledger that may be begun again", () => {
    const questions: readonly (readonly [string, Question])[] = [
      ["get_account_modules", { params, query: { ledger_version: "3" } }],
      ["get_block_by_height", { params: { block_height: "1" } }],
      ["get_account_modules", { params }],
    ];
    test.each(questions)("%s is asked for again, and the old tag is not the new one", async (id, question) => {
      const [first, second] = [open({}, openStore(7)), open({}, openStore(8))];
      const { headers } = await ask(first, id, question);
      expect(headers).toMatchObject({ "Cache-Control": "no-cache", ETag: expect.any(String) });
      const again = await ask(first, id, { ...question, ifNoneMatch: headers.ETag });
      expect(again).toMatchObject({ status: 304, headers: { "Cache-Control": "no-cache" } });
      const other = await ask(second, id, { ...question, ifNoneMatch: headers.ETag });
      expect(other.status).toBe(200);
    });

    test("an API that lives on gives the new tag when the ledger goes on differently", async () => {
      const store = openStore(7);
      const mark = store.mark();
      const api = open({}, store);
      const later = { params, query: { ledger_version: "6" } };
      const commit = (incarnation: number): void => {
        const ledger = buildLedger({ chainId: 4, version: 6n, height: 3n });
        store.commit({ ...ledger.batch([[{}]]), incarnation });
      };
      commit(7);
      const { headers } = await ask(api, "get_account_modules", later);
      store.branch(mark);
      commit(8);
      const other = await ask(api, "get_account_modules", { ...later, ifNoneMatch: headers.ETag });
      expect(other.status).toBe(200);
      const keyOf = async () =>
        (await api.admit("get_account_modules", { params, query: new URLSearchParams() })) as Admission;
      const { key } = await keyOf();
      store.branch(mark);
      commit(9);
      expect((await keyOf()).key).not.toBe(key);
    });

    test("nothing of a partly known ledger is kept for ever", async () => {
      const store = createMemoryStore();
      store.begin({ version: 1n, blockHeight: 1n, frontier: undefined, state: "partial" });
      store.commit(buildLedger({ version: 1n, height: 1n, isChained: false }).batch([[{}]]));
      const api = createApi({ store, isPermanent: () => true });
      const { status, headers } = await ask(api, "get_block_by_height", { params: { block_height: "1" } });
      expect([status, headers["Cache-Control"]]).toEqual([200, "no-cache"]);
    });
  });

  test("nodes of a ledger that is never begun again give the same tags", async () => {
    const [one, other] = [7, 8].map((incarnation) =>
      createApi({ store: openStore(incarnation), isPermanent: () => true }),
    );
    const question = { params, query: { ledger_version: "3" } };
    const { headers } = await ask(one!, "get_account_modules", question);
    expect((await ask(other!, "get_account_modules", { ...question, ifNoneMatch: headers.ETag })).status).toBe(304);
  });

  test("a known tag is answered 304, without a body, with the ledger headers", async () => {
    const api = open();
    for (const query of [{}, { ledger_version: "3" }]) {
      const { headers } = await ask(api, "get_account_modules", { params, query });
      const again = await ask(api, "get_account_modules", { params, query, ifNoneMatch: `"x", W/${headers.ETag}` });
      expect(again).toMatchObject({ status: 304, body: undefined, headers: { ...ledgerHeaders, ETag: headers.ETag } });
      expect(again.headers).not.toHaveProperty("Content-Type");
    }
  });

  test("`*` matches any answer that there is, and no refusal", async () => {
    const api = open();
    for (const query of [{}, { ledger_version: "3" }]) {
      expect((await ask(api, "get_account_modules", { params, query, ifNoneMatch: "*" })).status).toBe(304);
      const missing = { address: "0x1", module_name: "nothing" };
      expect((await ask(api, "get_account_module", { params: missing, query, ifNoneMatch: "*" })).status).toBe(404);
    }
  });

  test("the tag of JSON is not that of BCS", async () => {
    const json = await ask(open(), "get_account_modules", { params });
    const bcs = await ask(open(), "get_account_modules", { params, accept: "application/x-bcs" });
    expect(json.headers.ETag).not.toBe(bcs.headers.ETag);
  });

  test("a known tag does not hide that the version is pruned", async () => {
    const store = openStore();
    const api = open({}, store);
    const query = { ledger_version: "1" };
    const { headers } = await ask(api, "get_account_modules", { params, query });
    store.prune({ stateVersion: 3n, ledgerVersion: 3n }, 1000);
    const gone = await ask(api, "get_account_modules", { params, query, ifNoneMatch: headers.ETag as string });
    expect(gone.status).toBe(410);
  });

  test("refusals are not kept", async () => {
    const { headers } = await ask(open(), "get_account_modules", { params, query: { ledger_version: "9" } });
    expect(headers["Cache-Control"]).toBe("no-store");
  });
});

describe("health", () => {
  test("is answered in both encodings", async () => {
    expect(jsonOf(await ask(open(), "healthy"))).toEqual({ message: "ledger-node:ok" });
    const { body } = await ask(open(), "healthy", { accept: "application/x-bcs" });
    expect(body).toEqual(Uint8Array.of(14, ...new TextEncoder().encode("ledger-node:ok")));
  });

  test("asks for a recent block when told how recent", async () => {
    expect((await ask(open(), "healthy", { query: { duration_secs: "8" } })).status).toBe(200);
    const stale = await ask(open(), "healthy", { query: { duration_secs: "7" } });
    expect([stale.status, jsonOf(stale)]).toMatchObject([503, { error_code: "health_check_failed" }]);
    expect(stale.error?.message).toMatch(/1700000002000000.*7 seconds/);
  });

  test("says what became of the trusted waypoint", async () => {
    const api = createApi({ store: openStore(), waypoint: () => "ahead" });
    expect(jsonOf(await ask(api, "healthy"))).toEqual({ message: "ledger-node:ok", waypoint: "ahead" });
  });

  test("says how far an index is that is being built", async () => {
    const api = createApi({ store: openStore(), index: () => "building: 25 %" });
    expect(jsonOf(await ask(api, "healthy"))).toEqual({ message: "ledger-node:ok", index: "building: 25 %" });
  });

  test("names why a ledger does not go on, while its reads do", async () => {
    const api = createApi({ store: openStore(), fault: () => "version 7: the event root does not match" });
    const health = await ask(api, "healthy");
    expect([health.status, jsonOf(health)]).toMatchObject([503, { error_code: "health_check_failed" }]);
    expect(health.error?.message).toContain("version 7");
    expect((await ask(api, "get_ledger_info")).status).toBe(200);
  });
});

test("the BCS of the ledger info holds its numbers as text", async () => {
  const { body } = await ask(open(), "get_ledger_info", { accept: "application/x-bcs" });
  const text = (value: string) => [value.length, ...new TextEncoder().encode(value)];
  const expected = [
    4,
    ...text("0"),
    ...text("5"),
    ...text("0"),
    ...text("1700000002000000"),
    1,
    ...text("0"),
    ...text("2"),
  ];
  expect(body).toEqual(Uint8Array.from(expected));
});

test("an unknown route id is a fault of the caller", async () => {
  await expect(ask(open(), "get_nothing")).rejects.toThrow(TypeError);
});

test("an error with a code takes its usual status", () => {
  expect(new ApiError("module_not_found", "no").status).toBe(404);
  expect(new ApiError("internal_error", "no", { status: 503 }).status).toBe(503);
});
