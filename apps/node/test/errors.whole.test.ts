import { describeVectors, readVectorJson } from "@ledger/vectors";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectLedgerHeaders } from "./support/ledger-headers.ts";
import { openSharedNode, type SharedNode } from "./support/open-shared-node.ts";

interface ErrorCase {
  readonly id: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
    readonly body_text?: string;
    readonly body_rule?: string;
  };
  readonly status: number;
  readonly body: { readonly message: string; readonly error_code: string };
}

/**
 * What the published messages name besides their wording: values and places of the request. The part of the id before
 * the first `__` is the file of the published test and is left out.
 */
const named: Readonly<Record<string, readonly string[]>> = {
  test_invalid_type_argument_data_type: ["true", "string"],
  test_invalid_entry_function_argument_u64_string: ["arguments[0]", "string<address>", "'i'", "57"],
  test_invalid_entry_function_argument_address_type: ["arguments[0]", "string<address>"],
  test_invalid_entry_function_module_name: ["invalid"],
  test_invalid_entry_function_module_address: ["2342342342", "Invalid"],
  test_invalid_payload_type: ["invalid"],
  test_invalid_payload_data_type: ["1234"],
  test_invalid_sender_address: ["'i'", "57"],
  test_invalid_replay_protection_nonce: ["invalid", "u64"],
  test_create_signing_message_rejects_invalid_content_type: ["invalid"],
  test_create_signing_message_rejects_invalid_json: [],
  test_create_signing_message_rejects_payload_too_large_json_body: ["too large"],
  test_get_account_module_by_invalid_address: ["address", "'x'", "61"],
  test_get_account_module_not_found: ["0x1", "NoNoNo"],
  test_get_account_resource_by_invalid_address0: ["address", "'x'", "62"],
  test_get_account_resource_by_invalid_struct_tag: ["resource_type", "0x1::GUID_Generator"],
  test_get_account_resource_address_not_found: ["0xa550c19", "0x1::guid::Generator"],
  test_get_account_resource_struct_tag_not_found: ["0xa550c19", "0x1::guid::GeneratorX"],
  test_get_account_resource_with_version_too_large: ["100000000"],
  test_get_account_resources_by_invalid_ledger_version: ["ledger_version", "-1"],
  test_get_transactions_with_invalid_limit_param: ["limit", "hello"],
  test_get_transaction_by_hash_not_found: ["0xdadfeddcca7cb6396c735e9094c76c6e4e9cb3e3ef814730693aed59bd87b31d"],
  test_get_unknown_block_by_height: ["1000"],
  "test_cors_forbidden /spec.yaml": [],
  "test_cors_forbidden /spec": [],
  "test_cors_forbidden /transactions": [],
};

/** A JSON object one byte longer than the default limit of 8 MiB. */
const tooLarge = (): string => `{"a":"${"x".repeat(8 * 1024 * 1024)}"}`;

describeVectors("published refusals", () => {
  const { cases } = readVectorJson<{ cases: ErrorCase[] }>("errors/rest_errors.json");
  let node: SharedNode;

  // The cases expect a young ledger of chain 4 with the framework.
  beforeAll(async () => {
    node = await openSharedNode("devnet");
  });
  afterAll(() => node[Symbol.dispose]());

  test.each(cases.map((one) => [one.id, one] as const))("%s", async (id, { request, status, body }) => {
    const sent = request.body_rule !== undefined ? tooLarge() : (request.body_text ?? JSON.stringify(request.body));
    const response = await fetch(node.url + request.path, {
      method: request.method,
      headers: request.headers ?? {},
      body: sent ?? null,
    });
    expect(response.status).toBe(status);
    expectLedgerHeaders(response);
    const answer = (await response.json()) as { message: string; error_code: string };
    expect(answer.error_code).toBe(body.error_code);
    const values = named[id.slice(id.indexOf("__") + 2)];
    expect(values, `what ${id} names`).toBeDefined();
    for (const value of values ?? []) expect(answer.message).toContain(value);
  });
});
