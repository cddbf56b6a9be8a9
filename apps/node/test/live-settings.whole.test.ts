import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { createDataDir, startNode } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { describe, expect, test } from "vitest";
import { shared } from "./support/shared.ts";
import { waitFor } from "./support/wait-for.ts";

describe("SIGHUP", () => {
  test("has the configuration read again: what can change does, the rest is named", async () => {
    using folder = createDataDir();
    const config = join(folder.path, "node.yaml");
    const write = (yaml: string): void => writeFileSync(config, yaml);
    write("log-level: info\n");
    await using node = await startNode(
      ...["--data-dir", join(folder.path, "data"), "--config", config, "--workers", "2"],
      ...["--faucet-listen", "127.0.0.1:0"],
    );
    const says = (text: string) =>
      waitFor(
        async () => node.output(),
        (output) => output.includes(text),
      );
    write("log-level: debug\nrate-limit: 1000/m\nstate-window: 50\n");
    node.child.kill("SIGHUP");
    await says("the configuration was reloaded; state-window will change at the next start");
    await waitFor(
      () => fetch(`${node.url}/v1`, { headers: { connection: "close" } }),
      (answer) => answer.headers.get("ratelimit-limit") === "1000",
    );
    await says('path: "/v1"');
    const [, faucet] = /faucet {4}(http:\S+)/.exec(node.output()) ?? [];
    await waitFor(
      () => fetch(`${faucet}/`, { headers: { connection: "close" } }),
      (answer) => answer.headers.get("ratelimit-limit") === "1000",
    );

    write("log-level: quiet\n");
    node.child.kill("SIGHUP");
    await says("cannot be used and was not applied");
    expect(node.output()).toContain("node.yaml:1: log-level: Allowed choices");
    expect((await fetch(`${node.url}/v1`)).status).toBe(200);
    expect(await node.stop()).toBe(0);
  });
});

describe("a rate limit", () => {
  test.each([1, 2])("refuses what is too much, and says when to ask again (%i workers)", async (workers) => {
    using folder = createDataDir();
    await using node = await startNode(
      ...["--data-dir", folder.path, "--rate-limit", "20/10s", "--workers", `${workers}`],
      ...["--trust-proxy", "127.0.0.1"],
    );
    const ask = (client: string, path = "/v1") =>
      fetch(`${node.url}${path}`, {
        headers: { "x-forwarded-for": client, origin: "https://page.example", connection: "close" },
      });
    const remaining: string[] = [];
    for (let i = 0; i < 20; i++) {
      const answer = await ask("203.0.113.7");
      expect(answer.status).toBe(200);
      remaining.push(answer.headers.get("ratelimit-remaining") ?? "");
    }
    expect(remaining).toEqual(Array.from({ length: 20 }, (_, i) => `${19 - i}`));
    const refused = await ask("203.0.113.7");
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      error_code: "web_framework_error",
      message: expect.stringContaining("too many"),
    });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(10);
    expect(refused.headers.get("ratelimit-remaining")).toBe("0");
    expect(refused.headers.get("access-control-allow-origin")).toBe("https://page.example");
    expect(refused.headers.get("access-control-expose-headers")).toContain("RateLimit-Remaining");
    expect(refused.headers.get("x-svc-chain-id")).toMatch(/^\d+$/);
    expect((await ask("203.0.113.7", "/v1/-/healthy")).status).toBe(200);
    expect((await ask("203.0.113.8")).status).toBe(200);
  });

  test("does not believe a client that names itself", async () => {
    using folder = createDataDir();
    await using node = await composeNode("--data-dir", folder.path, "--rate-limit", "3/m");
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) {
      statuses.push((await fetch(`${node.url}/v1`, { headers: { "x-forwarded-for": `203.0.113.${i}` } })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });
});

/** Requests with ids and with what is none, and all that the node has logged as JSON. */
const logged = shared(async () => {
  using folder = createDataDir();
  await using node = await composeNode("--data-dir", folder.path, "--log-format", "json", "--log-level", "debug");
  const idOf = (headers: Record<string, string>): Promise<string | undefined> =>
    new Promise((resolve) => {
      request(`${node.url}/v1/accounts/0x1`, { headers }, (answer) => {
        resolve(answer.resume().headers["x-request-id"] as string | undefined);
      }).end();
    });
  const ids: (string | undefined)[] = [];
  for (const headers of requestHeaders) ids.push(await idOf(headers));
  const { port } = new URL(node.url);
  const code = await node.stop();
  const lines = node
    .output()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { ids, lines, port, code };
});

const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${trace}-00f067aa0ba902b7-01`;
const requestHeaders: readonly Record<string, string>[] = [
  { "x-request-id": "abc-123" },
  { traceparent },
  { "x-request-id": "abc-123", traceparent },
  {},
  { "x-request-id": "no spaces" },
  { "x-request-id": "x".repeat(129) },
  { traceparent: "00-1-2-3" },
];

describe("a request's id", () => {
  test("is answered, where it was given, and stands in the log", async () => {
    const { ids, lines } = await logged();
    expect(ids).toEqual(["abc-123", trace, "abc-123", undefined, undefined, undefined, undefined]);
    expect(lines.some(({ requestId }) => requestId === trace)).toBe(true);
    expect(lines.find(({ requestId }) => requestId === "abc-123")).toMatchObject({
      ...{ level: "debug", msg: "request", method: "GET", path: "/v1/accounts/0x1", status: 200 },
    });
  });
});

test("lines of JSON have constant messages, and what differs as fields", async () => {
  const { lines, port, code } = await logged();
  expect(code).toBe(0);
  for (const { msg, time, level } of lines) {
    expect(msg).toMatch(/^[A-Za-z][a-z ]*[a-z]$/);
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(level).toMatch(/^(debug|info|warn|error)$/);
  }
  const verified = lines.find(({ msg }) => msg === "genesis verified");
  expect(verified).toMatchObject({ chainId: 4, transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
  expect(lines.find(({ msg }) => msg === "serving")).toMatchObject({ api: `http://127.0.0.1:${port}/v1` });
  expect(lines.at(-1)).toMatchObject({ msg: "stopped" });
});
