import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createProgram } from "../cli/program.ts";
import { readConfigFile } from "./config-file.ts";
import { allSettings } from "./settings.ts";

const schema = JSON.parse(readFileSync(new URL("../../config.schema.json", import.meta.url), "utf8")) as object;
const accepts = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema);

const { commands } = createProgram({ signal: new AbortController().signal, release() {}, onHangup() {} });
const settings = allSettings(commands.flatMap((command) => [command, ...command.commands]));
const folder = mkdtempSync(join(tmpdir(), "config-schema-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Reads a file as the program does, without the rules about several settings. @throws Error that says what is wrong */
function read(yaml: string): void {
  const path = join(folder, "ledger.yaml");
  writeFileSync(path, yaml);
  for (const { key, texts, isList } of readConfigFile(path).entries) {
    const option = settings.find((setting) => setting.name() === key);
    if (option === undefined || (isList && option.record.value.isList !== true)) throw new Error(key);
    const value: unknown = texts.reduce<unknown>((before, text) => option.parseArg!(text, before), undefined);
    const reason = option.record.value.check?.(value);
    if (reason !== undefined) throw new Error(reason);
  }
}

/** The blocks of the pages that are configuration files. */
const printed = ["apps/node/README.md", "docs/guides/run-a-node.md"].flatMap((page) => {
  const text = readFileSync(new URL(`../../../../${page}`, import.meta.url), "utf8");
  return [...text.matchAll(/^```yaml\n(# (?:ledger|config)\.yaml\n.*?)^```/gms)].map(([, block = ""]) => block);
});

test("the pages print a configuration file, which names the schema", () => {
  expect(printed.length).toBeGreaterThan(0);
  for (const block of printed) expect(block).toContain("# yaml-language-server: $schema=");
});

describe("the program and the schema take", () => {
  test.each([
    ...printed,
    "# only a comment",
    "listen: 8080\nadmin-listen: ':9101'\nfaucet-listen: off\nindexer-listen: '[::1]:8090'",
    "role: api\nstore: postgres://ledger@db.example/ledger\nwait-for-version: 500",
    "follow: https://a.example/v1,https://b.example/v1\nagreement: all",
    "follow: [https://a.example/v1]\nagreement: 2\nstart-version: 1000",
    "start-version: latest",
    // YAML takes what is in hexadecimal digits for a number.
    "view-allow: [0x1, 0x1::coin]\nview-block: 0x1::coin::balance\nprivate-key: 0x12",
    "max-page: [modules=100, events=50]",
    "max-page: modules=100, events=50",
    "execute: sample=1/100\non-mismatch: stop",
    "index: assets, tokens",
    "index: off",
    "header-prefix: X-Mine-",
    "rate-limit: 600/m\ntrust-proxy: [127.0.0.1, '10.0.0.0/8']\nshared-cache: 1s",
    "fork: https://node.example/v1@1000\nfork-cache: ./fork-cache\nfork-offline: on",
    "feature: [DEFAULT_TO_CONCURRENT_FUNGIBLE_BALANCE]",
    "history: all\nverbs-key: a-key-of-your-choice",
    "block-interval: 0",
    "time-window: 7d\ndisk-budget: 20GiB\nstate-window: 1000000",
    "allow-host: [ledger.example, '[::1]']\nallow-origin: https://wallet.example\nexplorer-node: https://node.example",
    `waypoint: 0:${"12".repeat(32)}`,
  ])("%s", (yaml) => {
    read(yaml);
    expect([accepts(parse(yaml)), accepts.errors]).toEqual([true, null]);
  });
});

describe("the program and the schema refuse", () => {
  test.each([
    ["an unknown key", "folow: https://a.example/v1"],
    ["an option that only the command line has", "dry-run: true"],
    ["the file itself", "config: ledger.yaml"],
    ["a wrong choice", "role: leader"],
    ["a port that there is not", "listen: 65536"],
    ["a host without a port", "listen: here"],
    ["a list of what there is one of", "listen: [a:1, b:2]"],
    ["a wrong value in a list", "follow: [https://a.example, ftp://b]"],
    ["a URL with a password", "follow: https://user:word@a.example/v1"],
    ["a mapping", "workers: { count: 2 }"],
    ["a key without a value", "listen:"],
    ["more processes than there may be", "workers: 65"],
    ["an interval below 10", "block-interval: 9"],
    ["a span without a unit", "time-window: 7"],
    ["a size of another unit", "disk-budget: 20GB"],
    ["a feature that is none", "feature: FLY"],
    ["a listing that is none", "max-page: cats=3"],
    ["a store of another kind", "store: mysql://h/db"],
    ["a list at the top", "- listen: 8080"],
  ])("%s", (_, yaml) => {
    expect(() => read(yaml)).toThrow();
    expect(accepts(parse(yaml))).toBe(false);
  });
});
