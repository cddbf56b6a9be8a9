import { expect, test } from "vitest";
import { buildPath } from "./request.ts";

const operation = {
  operationId: "get_it",
  parameters: [
    { name: "type", in: "path" },
    { name: "limit", in: "query" },
    { name: "start", in: "query" },
  ],
  responses: {},
} as const;

test.each([
  [{ type: "0x1::a::B<C, D/E>", limit: "5", start: "" }, "/resource/0x1::a::B%3CC,%20D%2FE%3E?limit=5"],
  [{ type: "it's (*)!", start: "0x1::a" }, "/resource/it%27s%20%28%2A%29%21?start=0x1::a"],
])(
  "parameters are put in percent-encoded but for what reads better as it is, empty ones are left out",
  (values, path) => {
    expect(buildPath({ path: "/resource/{type}", method: "GET", operation }, values)).toBe(path);
  },
);
