import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createDataDir, type ServingNode } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { freePort } from "@ledger/test-run/free-port";
import { needsProgram } from "@ledger/test-run/needs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nginxCommand } from "./support/nginx.ts";
import { waitFor } from "./support/wait-for.ts";

// The configuration of the guide, as an operator copies it; only ports and folders are of this machine.
const guide = readFileSync(new URL("../../../docs/guides/run-a-node.md", import.meta.url), "utf8");
const snippet = guide
  .split("```nginx\n")
  .map((part) => part.split("```")[0]!)
  .find((part) => part.includes("proxy_cache_path"))!;

const page = "https://wallet.example";
const other = "https://shop.example";
const shared = "public, max-age=0, s-maxage=1, stale-while-revalidate=1";
const faucetAddress = "127.0.0.1:0";

const folder = createDataDir();
let node: ServingNode;
let running: ChildProcess | undefined;
let cache: string;

beforeAll(async () => {
  node = await composeNode(
    ...["--data-dir", join(folder.path, "data"), "--workload", "off", "--block-interval", "0", "--shared-cache", "1s"],
    ...["--trust-proxy", "127.0.0.1", "--faucet-listen", faucetAddress],
  );
});
afterAll(async () => {
  running?.kill("SIGKILL");
  await node.stop();
  folder[Symbol.dispose]();
});

const ask = (base: string, path: string, headers: Record<string, string> = {}, body?: string) =>
  fetch(`${base}/v1${path}`, { headers, ...(body !== undefined && { method: "POST", body }) });

describe("a node before which a cache stands", () => {
  test("lets all share the latest answer, and no one that of a page", async () => {
    const forAll = await ask(node.url, "");
    expect(forAll.headers.get("cache-control")).toBe(shared);
    expect(forAll.headers.get("vary")).toBe("Accept, Accept-Encoding");
    const forPage = await ask(node.url, "", { origin: page });
    expect(forPage.headers.get("cache-control")).toBe("no-cache");
    expect(forPage.headers.get("vary")).toBe("Origin, Accept, Accept-Encoding");
    expect(forPage.headers.get("access-control-allow-origin")).toBe(page);
  });

  test("never lets it keep what a restart may change for ever, nor what waits, runs or was not found", async () => {
    const past = await ask(node.url, "/transactions/by_version/0");
    expect(past.headers.get("cache-control")).toBe(shared);
    const call = JSON.stringify({ function: "0x1::account::exists_at", type_arguments: [], arguments: ["0x1"] });
    const seen = await ask(node.url, "/view", { "content-type": "application/json" }, call);
    expect([seen.status, seen.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const missing = await ask(node.url, `/transactions/by_hash/0x${"1".repeat(64)}`);
    expect([missing.status, missing.headers.get("cache-control")]).toEqual([404, "no-store"]);
  });
});

describe("nginx as the guide configures it", needsProgram("nginx", "-v"), () => {
  beforeAll(async () => {
    const port = await freePort();
    cache = `http://127.0.0.1:${port}`;
    const servers = snippet
      .replace("/var/cache/nginx/ledger", join(folder.path, "cache"))
      .replace("listen 80;", `listen 127.0.0.1:${port};`)
      .replace("127.0.0.1:8080", new URL(node.url).host);
    const [program, ...args] = nginxCommand(folder.path, servers);
    running = spawn(program, args, { stdio: "ignore" });
    await waitFor(
      () =>
        ask(cache, "").then(
          ({ status }) => status,
          () => 0,
        ),
      (status) => status === 200,
    );
  });

  test("asks the node once for pages of every origin, and lets each read its answer", async () => {
    const path = "/accounts/0x1/resource/0x1::chain_id::ChainId";
    const answers = await Promise.all(
      [undefined, page, other, page].map((origin) => ask(cache, path, origin === undefined ? {} : { origin })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get("x-cache") === "MISS")).toHaveLength(1);
    const origins = answers.map(({ headers }) => headers.get("access-control-allow-origin"));
    expect(origins).toEqual([null, page, other, page]);
    expect(answers[1]!.headers.get("vary")).toContain("Origin");
    expect(answers[1]!.headers.get("access-control-expose-headers")).toContain("X-Aptos-Ledger-Version");
  });

  test("shows a new block within seconds, and passes on what is not to be kept", async () => {
    const versionOf = async (): Promise<string> => {
      const info = (await (await ask(cache, "")).json()) as { readonly ledger_version: string };
      return info.ledger_version;
    };
    const before = await versionOf();
    const faucet = /faucet\s+(http\S+)/i.exec(node.output())![1]!;
    const given = await fetch(`${new URL(faucet).origin}/mint?address=0xabc&amount=5`, { method: "POST" });
    expect(given.status).toBe(200);
    await waitFor(versionOf, (version) => Number(version) > Number(before));
    const call = JSON.stringify({ function: "0x1::account::exists_at", type_arguments: [], arguments: ["0xabc"] });
    const seen = await ask(cache, "/view", { "content-type": "application/json", origin: page }, call);
    expect([seen.headers.get("x-cache"), seen.headers.get("access-control-allow-origin")]).toEqual([null, page]);
    expect(seen.headers.get("cache-control")).toBe("no-store");
  });
});
