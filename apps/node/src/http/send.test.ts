import { ApiError, type ApiResponse } from "@ledger/api-core";
import { StoreError } from "@ledger/state-store";
import type { Context } from "koa";
import { expect, test } from "vitest";
import type { Logger } from "../logger.ts";
import { describeFault } from "../work/answer-questions.ts";
import { ByteBudget } from "../work/byte-budget.ts";
import type { RequestBodies } from "./request-bodies.ts";
import { createSend } from "./send.ts";

/** The lines that an answer leaves in the log, by level. */
function linesOf(
  answer: Pick<ApiResponse, "status" | "error">,
  onDamage?: (damage: string) => void,
): readonly string[] {
  const lines: string[] = [];
  const write = (level: string) => (_: unknown, text: string) => lines.push(`${level}: ${text}`);
  const log = { error: write("error"), warn: write("warn"), debug: write("debug") } as unknown as Logger;
  const send = createSend({
    addOrigin: () => undefined,
    held: new ByteBudget(1),
    bodies: {} as RequestBodies,
    log,
    onDamage,
    sharesAnswers: false,
  });
  const res = { writeHead: () => res, end: () => undefined };
  const req = { complete: true, headers: {}, method: "POST", url: "/v1/transactions" };
  send({ req, res } as unknown as Context, { headers: {}, body: undefined, ...answer } as ApiResponse);
  return lines;
}

test("a fault of this node is an error; a full pool and a refusal for too many requests are none", () => {
  const error = (code: "mempool_is_full" | "internal_error") => new ApiError(code, "words");
  expect(linesOf({ status: 500, error: error("internal_error") })).toEqual(["error: fault"]);
  expect(linesOf({ status: 507, error: error("mempool_is_full") })).toEqual(["debug: refused"]);
  expect(linesOf({ status: 503, error: error("internal_error") })).toEqual([]);
});

test("damage is one line that says where and what to do, of this thread or of another one, and the health has it", () => {
  const fault = new StoreError("corrupt", "table records, version 5 is not whole; restore a backup");
  for (const cause of [fault, describeFault(fault)]) {
    const found: string[] = [];
    const error = new ApiError("internal_error", "words", { cause });
    expect(linesOf({ status: 500, error }, (damage) => found.push(damage))).toEqual(["error: ledger damaged"]);
    expect(found).toEqual(["corrupt: table records, version 5 is not whole; restore a backup"]);
  }
});
