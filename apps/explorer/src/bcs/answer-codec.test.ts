import { createApi } from "@ledger/api-core";
import { createMemoryStore } from "@ledger/state-store/memory";
import { expect, test } from "vitest";
import { answerCodec } from "./answer-codec.ts";

/** Answers whose meaning only the ledger knows, and those that are empty. */
const dumped = [
  "get_account_module",
  "get_account_resource",
  "get_raw_table_item",
  "get_table_item",
  "submit_batch_transactions",
  "submit_transaction",
  "view",
];

test("every BCS answer is explained, but proofs and those that only the ledger can read", () => {
  const { routes } = createApi({ store: createMemoryStore() });
  const unexplained = routes.flatMap((route) => {
    if (route.kind !== "ledger" || route.reply.bcs === undefined || route.tag === "Proofs") return [];
    return answerCodec(route.id) === undefined ? [route.id] : [];
  });
  expect(unexplained.sort()).toEqual(dumped);
});
