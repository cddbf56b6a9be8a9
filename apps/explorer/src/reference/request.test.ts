import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { buildPath, curlSnippet, typescriptSnippet } from "./request.ts";

const operation = {
  operationId: "get_it",
  parameters: [
    { name: "type", in: "path" },
    { name: "limit", in: "query" },
    { name: "start", in: "query" },
  ],
  responses: {},
} as const;

test("parameters are put in percent-encoded, empty ones are left out", () => {
  const path = buildPath(
    { path: "/resource/{type}", method: "GET", operation },
    { type: "0x1::a::B<C, D/E>", limit: "5", start: "" },
  );
  expect(path).toBe("/resource/0x1::a::B%3CC,%20D%2FE%3E?limit=5");
});

test("a curl line is one command to a shell, whatever is in it", () => {
  const body = `{"key": "it's $HOME \`id\`"}`;
  const snippet = curlSnippet("http://node.example/v1", {
    method: "POST",
    path: "/a'b",
    accept: "application/json",
    body,
  });
  const script = `curl() { printf '%s\\n' "$@"; }\n${snippet}`;
  expect(execFileSync("/bin/sh", ["-c", script], { encoding: "utf8" }).split("\n")).toEqual([
    "http://node.example/v1/a'b",
    "--header",
    "Content-Type: application/json",
    "--data",
    body,
    "",
  ]);
});

test("a TypeScript snippet asks for BCS when the form does", () => {
  const snippet = typescriptSnippet("http://node.example/v1", {
    method: "GET",
    path: "/",
    accept: "application/x-bcs",
  });
  expect(snippet).toContain('headers: { Accept: "application/x-bcs" },');
  expect(snippet).toContain("new Uint8Array(await response.arrayBuffer())");
});
