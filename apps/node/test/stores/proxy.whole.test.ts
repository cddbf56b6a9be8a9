import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createDataDir, type ServingNode } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { freePort } from "@ledger/test-run/free-port";
import { needsProgram } from "@ledger/test-run/needs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fillDemoLedger } from "../support/fill-demo-ledger.ts";
import { nginxCommand } from "../support/nginx.ts";
import { waitFor } from "../support/wait-for.ts";

// The proxy before several nodes, as it is shipped; only ports and hosts are of this machine.
const shipped = readFileSync(new URL("../../../../docs/postgres/nginx.conf", import.meta.url), "utf8");

describe("the proxy before several nodes", needsProgram("nginx", "-v"), () => {
  const folder = createDataDir();
  const data = createDataDir();
  const nodes: ServingNode[] = [];
  let proxy: ChildProcess;
  let url: string;

  beforeAll(async () => {
    await fillDemoLedger(data.path, 3);
    const trusting = ["--role", "api", "--data-dir", data.path, "--trust-proxy", "127.0.0.1", "--rate-limit", "60/h"];
    const servers = await Promise.all([composeNode(...trusting), composeNode(...trusting)]);
    nodes.push(...servers);
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const config = servers.reduce(
      (text, node, index) => text.replace(`api-${index + 1}:8080`, new URL(node.url).host),
      shipped.replace("listen 8080", `listen 127.0.0.1:${port}`),
    );
    const [program, ...args] = nginxCommand(folder.path, config);
    proxy = spawn(program, args, { stdio: "ignore" });
    await waitFor(
      () =>
        fetch(`${url}/v1/-/healthy`).then(
          ({ status }) => status,
          () => 0,
        ),
      (status) => status === 200,
    );
  });
  afterAll(async () => {
    proxy.kill("SIGTERM");
    await once(proxy, "close");
    for (const node of nodes.reverse()) await node.stop();
    folder[Symbol.dispose]();
    data[Symbol.dispose]();
  });

  test("passes a refusal on, and takes no node out for it", async () => {
    const stale = () => fetch(`${url}/v1/-/healthy?duration_secs=0`);
    const seen: number[] = [];
    for (let i = 0; i < 3; i++) seen.push((await stale()).status);
    expect(seen).toEqual([503, 503, 503]);
    for (let i = 0; i < 12; i++) seen.push((await fetch(`${url}/v1`)).status);
    expect(seen.slice(3)).toEqual(Array.from({ length: 12 }, () => 200));
  });

  test("names the client, whatever that claims to be", async () => {
    const claim = async (address: string) => {
      const answer = await fetch(`${url}/v1`, { headers: { "x-forwarded-for": address } });
      return Number(answer.headers.get("ratelimit-remaining"));
    };
    const first = await claim("203.0.113.7");
    expect(await claim("203.0.113.8")).toBe(first - 1);
    expect(await claim("203.0.113.9")).toBe(first - 2);
  });
});
