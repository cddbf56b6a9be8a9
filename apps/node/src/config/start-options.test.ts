import { expect, test } from "vitest";
import { readStart } from "../cli/program.ts";
import type { OptionRecord } from "./option.ts";
import { runtimeSettings } from "./runtime-settings.ts";
import { answerOptions, servingOptions, startTable } from "./start-options.ts";

const records = Object.entries<OptionRecord>(startTable);
const { options } = await readStart(["start", "--backup", "a-folder", "--rate-limit", "5/s"]);

test("a process that serves gets all that shapes answers, and a thread only that", () => {
  const [process, thread] = [Object.keys(servingOptions(options)), Object.keys(answerOptions(options))];
  expect(process).toEqual(expect.arrayContaining(thread));
  expect(thread).toEqual(expect.arrayContaining(["headerPrefix", "viewAllow", "backup"]));
  expect(thread).not.toContain("listen");
  // Signatures are handed on from it.
  expect(servingOptions(options).backup).toBe("a-folder");
});

test("no secret crosses to a process or a thread", () => {
  const secrets = records.flatMap(([name, { isSecret }]) => (isSecret === true ? name : []));
  expect(secrets).toEqual(["mnemonic", "privateKey", "forkApiKey", "forkHeader"]);
  expect(Object.keys(servingOptions(options)).filter((name) => secrets.includes(name))).toEqual([]);
});

test("what can change while a node runs is there also where it is not set", () => {
  expect(runtimeSettings(options)).toEqual({ logLevel: "info", rateLimit: { requests: 5, seconds: 1 } });
  expect(Object.keys(runtimeSettings({ logLevel: "info" }))).toContain("rateLimit");
});

test("what needs something says for whom, and a value that asks for nothing is one of the option", () => {
  for (const [name, { needs, idleAs, value }] of records) {
    if (needs !== undefined) expect(needs.reason, name).toMatch(/^(needs|has no effect)/);
    if (typeof idleAs === "string") expect(value.parse(idleAs), name).toBe(idleAs);
  }
});
