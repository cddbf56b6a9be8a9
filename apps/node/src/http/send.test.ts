import { ApiError, type ApiResponse } from "@ledger/api-core";
import type { Context } from "koa";
import { expect, test } from "vitest";
import type { Logger } from "../logger.ts";
import { ByteBudget } from "../work/byte-budget.ts";
import type { RequestBodies } from "./request-bodies.ts";
import { createSend } from "./send.ts";

/** The lines that an answer leaves in the log, by level. */
function linesOf(answer: Pick<ApiResponse, "status" | "error">): readonly string[] {
  const lines: string[] = [];
  const write = (level: string) => (_: unknown, text: string) => lines.push(`${level}: ${text}`);
  const log = { error: write("error"), warn: write("warn"), debug: write("debug") } as unknown as Logger;
  const send = createSend({
    addOrigin: () => undefined,
    held: new ByteBudget(1),
    bodies: {} as RequestBodies,
    log,
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
