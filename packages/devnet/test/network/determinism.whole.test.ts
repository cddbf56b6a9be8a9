import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { needsBrowser } from "@ledger/browser";
import { openTestBrowser } from "@ledger/browser/open-test-browser";
import { build, stop } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSame, workAndDigest } from "./same-work.ts";

afterAll(stop);

const sameWork = new URL("same-work.ts", import.meta.url);
let here: string;

beforeAll(async () => {
  await using net = await startSame("seven");
  here = await workAndDigest(net);
});

test("the same seed and calls give the same bytes in two processes, another seed gives others", async () => {
  const program = `
    import { startSame, workAndDigest } from ${JSON.stringify(sameWork.href)};
    console.log(await workAndDigest(await startSame("seven")));
    process.exit();
  `;
  const args = ["--conditions=@ledger/source", "--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout.trim()).toBe(here);
  await using other = await startSame("eight");
  expect(await workAndDigest(other)).not.toBe(here);
});

test("work after a snapshot is restored gives the same bytes every time", async () => {
  await using net = await startSame("seven");
  const fresh = await net.snapshot();
  const states = new Set<string>();
  for (let round = 0; round < 20; round++) {
    states.add(await workAndDigest(net));
    await fresh.restore();
  }
  expect([...states]).toEqual([here]);
});

test("the same seed and calls give the same bytes in Chromium", needsBrowser, async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { startSame, workAndDigest } from "./same-work.ts";
        globalThis.found = startSame("seven").then(workAndDigest);`,
      resolveDir: fileURLToPath(new URL(".", import.meta.url)),
    },
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    conditions: ["@ledger/source"],
    logLevel: "silent",
  });
  const script = outputFiles[0]!.contents;
  const server = createServer(({ url }, response) => {
    response.setHeader("content-type", url === "/main.js" ? "text/javascript" : "text/html");
    response.end(url === "/main.js" ? script : '<!doctype html><script type="module" src="main.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await using browser = await openTestBrowser();
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction("globalThis.found !== undefined", undefined);
    expect(await page.evaluate("globalThis.found")).toBe(here);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
