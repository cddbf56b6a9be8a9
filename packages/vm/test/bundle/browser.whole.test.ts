import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, needsBrowser } from "@ledger/browser";
import { openTestBrowser } from "@ledger/browser/open-test-browser";
import { readBlocks } from "@ledger/doctest/blocks";
import { assertComments } from "@ledger/doctest/examples";
import { stop } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bundle, bundle, readSizes } from "./bundle.ts";

afterAll(stop);

test("what a page loads stays within its size, and cryptography is not in it", async () => {
  for (const { name, gzip, limit } of await readSizes()) expect(gzip, name).toBeLessThanOrEqual(limit);
});

/** Says what a page found, in place of a test's assertions. */
const inPage = {
  head: "const found: unknown[] = []; (globalThis as { found?: unknown }).found = found;",
  equal: (expression: string, expected: string) => `found.push([${expression}, ${expected}]);`,
  refuse: (expression: string) => `${expression};`,
};

const callsEd25519 = `
import { frameworkNatives } from "@ledger/vm/natives";
import { buildModule } from "@ledger/move";
import { bytesToHex, moduleKey, parseAddress, parseEntryFunctionId } from "@ledger/types";
import { callFunction, createEnvironment, createUnmeteredGas, MoveVm, voidContext } from "@ledger/vm";
const check = { name: "public_key_validate_internal", params: ["vector<u8>"], returns: ["bool"], native: true };
const call = [["ld_const", "vector<u8>", new Uint8Array(33).fill(32, 0, 1)], ["call", check.name], ["ret"]];
const run = { name: "run", visibility: "public", returns: ["bool"], code: call };
const bytes = buildModule({ address: "0x1", name: "ed25519", functions: [check, run] });
const key = bytesToHex(moduleKey(parseAddress("0x1"), "ed25519"));
globalThis.found = [];
const machine = new MoveVm({ natives: frameworkNatives });
globalThis.run = async () => {
  const session = machine.createSession({
    environment: createEnvironment({}),
    state: { get: (asked) => (bytesToHex(asked) === key ? { bytes } : undefined) },
    meter: createUnmeteredGas(),
    context: voidContext,
  });
  const outcome = await callFunction(session, parseEntryFunctionId("0x1::ed25519::run"), [], []);
  return outcome.kind === "returned" ? outcome.results[0].bytes[0] : outcome.error.message;
};
`;

describe("in a browser", needsBrowser, () => {
  let browser: Browser;
  let server: Server;
  let served: Bundle;
  const asked: string[] = [];

  beforeAll(async () => {
    browser = await openTestBrowser();
    server = createServer((request, response) => {
      const name = request.url!.slice(1);
      asked.push(name);
      // Pages with a strict policy let no code be made from text.
      response.setHeader("content-security-policy", "default-src 'none'; script-src 'self'");
      const file = served.files.get(name);
      response.setHeader("content-type", file === undefined ? "text/html" : "text/javascript");
      response.end(file ?? '<!doctype html><title>vm</title><script type="module" src="main.js"></script>');
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });

  afterAll(async () => {
    await browser.close();
    server.close();
  });

  async function open(program: string) {
    served = await bundle(program);
    asked.length = 0;
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction("globalThis.found !== undefined");
    return { page, complaints };
  }

  test("the README's first example runs as it stands", async () => {
    const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
    const example = readBlocks(readme).find(({ language }) => language === "ts");
    const { page, complaints } = await open(assertComments(example!.text, inPage));
    await page.waitForFunction("globalThis.found.length > 0", undefined);
    const found = await page.evaluate("globalThis.found.map((pair) => pair.map(String))");
    expect(found).toEqual([["42", "42"]]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("cryptography is loaded by the first call that reaches it", async () => {
    const { page, complaints } = await open(callsEd25519);
    const before = asked.length;
    expect(asked).toEqual(expect.arrayContaining(["main.js"]));
    expect(await page.evaluate("globalThis.run()")).toBe(0);
    const loaded = asked.slice(before);
    expect(loaded.length).toBeGreaterThan(0);
    expect(loaded.every((name) => !served.initial.includes(name))).toBe(true);
    expect(await page.evaluate("globalThis.run()")).toBe(0);
    expect(asked.length).toBe(before + loaded.length);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
