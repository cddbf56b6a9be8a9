import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import type { ApiCall } from "../api/call.ts";
import { snippetLanguages } from "./snippet-languages.ts";
import { writeSnippet } from "./write-snippet.ts";

const base = "http://node.example/v1";
const body = `{"key": "it's $HOME \`id\`", "text": "18446744073709551615"}`;
const post: ApiCall = { method: "POST", path: "/view?ledger_version=5", accept: "application/json", body };
const bcs: ApiCall = { method: "GET", path: "/accounts/0x1", accept: "application/x-bcs" };

test("a curl line is one command to a shell, whatever is in it", () => {
  const script = `curl() { printf '%s\\0' "$@"; }\n${writeSnippet("curl", base, post)}`;
  const [url, ...rest] = execFileSync("/bin/sh", ["-c", script], { encoding: "utf8" }).split("\0");
  expect(url).toBe(`${base}/view?ledger_version=5`);
  expect(rest.slice(0, 5)).toEqual(["--request", "POST", "--header", "Content-Type: application/json", "--data"]);
  expect(JSON.parse(rest[5] ?? "")).toEqual(JSON.parse(body));
});

test("a TypeScript snippet sends the form's request", async () => {
  const sent: unknown[] = [];
  const fetch = async (url: string, options: RequestInit) => {
    sent.push(url, options.method, options.headers, JSON.parse(String(options.body)));
    return Response.json(["answer"]);
  };
  const said: unknown[] = [];
  const run = new Function("fetch", "console", `return (async () => {${writeSnippet("TypeScript", base, post)}})()`);
  await run(fetch, { log: (value: unknown) => said.push(value) });
  const headers = { "Content-Type": "application/json" };
  expect(sent).toEqual([`${base}/view?ledger_version=5`, "POST", headers, JSON.parse(body)]);
  expect(said).toEqual([["answer"]]);
});

test("every language names the request, and asks for BCS when the form does", () => {
  for (const language of snippetLanguages) {
    const text = writeSnippet(language, base, bcs);
    expect(text, language).toContain(`${base}/accounts/0x1`);
    expect(text, language).toMatch(/Accept['"]?(: |, )['"]?application\/x-bcs/);
    expect(writeSnippet(language, base, post), language).toMatch(/POST|\.post\(/);
  }
  expect(writeSnippet("curl", base, bcs)).toContain("--output answer.bcs");
  expect(writeSnippet("TypeScript", base, bcs)).toContain("arrayBuffer()");
  expect(writeSnippet("Python", base, bcs)).toContain("response.content");
});

test("what is no JSON is sent as the form has it", () => {
  for (const language of ["curl", "TypeScript", "Go"] as const) {
    expect(writeSnippet(language, base, { ...post, body: "no JSON" })).toContain("no JSON");
  }
});
