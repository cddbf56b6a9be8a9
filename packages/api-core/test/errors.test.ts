import { createApi } from "@ledger/api-core";
import { describeVectors, newestNetwork, readVectorJson } from "@ledger/vectors";
import { expect, test } from "vitest";
import { ask, jsonOf } from "./support/ask.ts";
import { openGenesisStore } from "./support/genesis-store.ts";

interface ErrorCase {
  readonly id: string;
  readonly in_scope: boolean;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>> | null;
    readonly body: unknown;
  };
  readonly status: number;
  readonly body: { readonly message: string; readonly error_code: string };
}

/** What a message of a published node names, as opposed to how it says it. */
const namedValues: Readonly<Record<string, readonly string[]>> = {
  test_invalid_type_argument_data_type: [
    '"string(MoveType)"',
    "boolean",
    "true",
    '"[string(MoveType)]"',
    '"EntryFunctionPayload"',
    '"TransactionPayload"',
    '"UserTransactionRequestInner"',
    '"EncodeSubmissionRequest"',
  ],
  test_invalid_entry_function_argument_u64_string: ["parse arguments[0] failed, expect string<address>", "'i'", "57"],
  test_invalid_entry_function_argument_address_type: ["parse arguments[0] failed, expect string<address>"],
  test_invalid_entry_function_module_name: ["0x1::invalid"],
  test_invalid_entry_function_module_address: ["0x2342342342::Invalid"],
  test_invalid_payload_type: [
    "TransactionPayload",
    '{"type":"invalid","function":"0x1::aptos_account::create_account","type_arguments":[],"arguments":["0x00000000000000000000000001234567"]}',
    '"UserTransactionRequestInner"',
    '"EncodeSubmissionRequest"',
  ],
  test_invalid_payload_data_type: [
    "TransactionPayload",
    "1234",
    '"UserTransactionRequestInner"',
    '"EncodeSubmissionRequest"',
  ],
  test_invalid_sender_address: [
    '"string(Address)"',
    "'i'",
    "57",
    '"UserTransactionRequestInner"',
    '"EncodeSubmissionRequest"',
  ],
  test_invalid_replay_protection_nonce: [
    '"string(U64)"',
    "u64",
    '"invalid"',
    '"optional<string(U64)>"',
    '"UserTransactionRequestInner"',
    '"EncodeSubmissionRequest"',
  ],
  test_create_signing_message_rejects_invalid_content_type: ["Content-Type", "invalid"],
  test_create_signing_message_rejects_invalid_json: [],
  test_get_account_module_by_invalid_address: ["`address`", '"string(Address)"', "'x'", "61"],
  test_get_account_module_not_found: ["0x1", "NoNoNo", "0"],
  test_get_account_resource_by_invalid_address0: ["`address`", '"string(Address)"', "'x'", "62"],
  test_get_account_resource_by_invalid_struct_tag: [
    "`resource_type`",
    '"string(MoveStructTag)"',
    "0x1::GUID_Generator",
  ],
  test_get_account_resource_address_not_found: ["0xa550c19", "0x1::guid::Generator", "0"],
  test_get_account_resource_struct_tag_not_found: ["0xa550c19", "0x1::guid::GeneratorX", "0"],
  test_get_account_resource_with_version_too_large: ["100000000"],
  test_get_account_resources_by_invalid_ledger_version: [
    "`ledger_version`",
    '"string(U64)"',
    "u64",
    '"-1"',
    '"optional<string(U64)>"',
  ],
  test_get_transactions_with_invalid_limit_param: ["`limit`", '"integer(uint16)"', '"optional<integer(uint16)>"'],
  test_get_transaction_by_hash_not_found: ["0xdadfeddcca7cb6396c735e9094c76c6e4e9cb3e3ef814730693aed59bd87b31d"],
  test_get_unknown_block_by_height: ["1000"],
};

describeVectors("published refusals", () => {
  const { cases } = readVectorJson<{ cases: ErrorCase[] }>("errors/rest_errors.json");
  const store = openGenesisStore(newestNetwork);
  const api = createApi({ store });

  /** Finds the route of a path as a server would. */
  function findRoute(method: string, path: string) {
    for (const route of api.routes) {
      const pattern = new RegExp(`^/v1${route.path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
      const match = pattern.exec(path);
      if (route.method === method && match !== null) return { id: route.id, params: { ...match.groups } };
    }
    return undefined;
  }

  const answered = cases.filter(
    ({ request, status }) =>
      status !== 413 && request.method !== "OPTIONS" && findRoute(request.method, request.path.split("?")[0]!),
  );

  test.each(answered)("$id", async ({ id, request, status, body }) => {
    const [path = "", query = ""] = request.path.split("?");
    const { id: route, params } = findRoute(request.method, path)!;
    const response = await ask(api, route, {
      params,
      query,
      contentType: request.headers?.["content-type"],
      body: id.includes("invalid_json") ? "invalid" : (request.body ?? undefined),
    });
    expect([response.status, jsonOf(response)]).toMatchObject([status, { error_code: body.error_code }]);
    for (const value of namedValues[id.split("__")[1]!]!) expect(response.error?.message).toContain(value);
  });

  test("what is too large", () => {
    const tooLarge = cases.find(({ status }) => status === 413)!;
    expect(api.checkBodySize("POST", String(8 * 1024 * 1024 + 1))).toMatchObject({
      status: 413,
      code: tooLarge.body.error_code,
    });
  });
});
