import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readShardLayout } from "./shard-layout.ts";

const folder = mkdtempSync(join(tmpdir(), "shard-layout-"));
afterAll(() => rmSync(folder, { recursive: true }));

function read(text: string): ReturnType<typeof readShardLayout> {
  const path = join(folder, "shards.yaml");
  writeFileSync(path, text);
  return readShardLayout(path);
}

const coordinator = "coordinator: { name: one }\n";

test("what a file leaves out has a default", () => {
  expect(read(`${coordinator}shards: [{ name: two, host: two.example }]`)).toEqual({
    coordinator: { name: "one", database: "ledger", users: ["ledger"] },
    shards: [{ name: "two", host: "two.example", port: 5432, database: "ledger", user: "ledger", password: undefined }],
  });
});

test("JSON is read, too, with every member", () => {
  const shard = { name: "two", host: "two.example", port: 6000, database: "d", user: "u", password: "secret" };
  const layout = { coordinator: { name: "one", database: "c", users: ["w", "r"] }, shards: [shard] };
  expect(read(JSON.stringify(layout))).toEqual(layout);
});

test.each([
  ["shards: [", /YAML: /],
  ["[]", /the file: expected a mapping with coordinator, shards/],
  [`${coordinator}shard: []`, /the file: unknown member shard; known are coordinator, shards/],
  [`${coordinator}shards: []`, /shards: expected a list with one entry at least/],
  [`${coordinator}shards: [{ name: Two, host: h }]`, /shards\[0\]\.name: expected up to 20 lower-case/],
  [`${coordinator}shards: [{ name: "two; drop", host: h }]`, /shards\[0\]\.name: expected/],
  [`${coordinator}shards: [{ name: two }]`, /shards\[0\]\.host: expected a text/],
  [`${coordinator}shards: [{ name: two, host: h, port: 70000 }]`, /shards\[0\]\.port: expected a number/],
  [`${coordinator}shards: [{ name: two, host: h, password: 5 }]`, /shards\[0\]\.password: expected a text/],
  [`${coordinator}shards: [{ name: one, host: h }]`, /shards\[0\]\.name: there are two servers of the name one/],
  ["coordinator: { name: one, users: [5] }\nshards: [{ name: two, host: h }]", /coordinator\.users\[0\]: expected/],
])("%s is refused", (text, reason) => {
  expect(() => read(text)).toThrow(reason);
});

test("more servers than a write may end on are refused", () => {
  const shards = Array.from({ length: 64 }, (_, i) => ({ name: `s${i}`, host: "h" }));
  expect(() => read(JSON.stringify({ coordinator: { name: "one" }, shards }))).toThrow(/at most 63/);
});
