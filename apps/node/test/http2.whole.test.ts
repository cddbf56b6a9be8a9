import { readFileSync } from "node:fs";
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from "node:http2";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createDataDir, type NodeProcess, startNode } from "@ledger/node-process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeCertificate, needsOpenssl } from "./support/make-certificate.ts";

describe("over HTTP/2", needsOpenssl, () => {
  const folder = createDataDir();
  let node: NodeProcess;
  let ca: Buffer;
  beforeAll(async () => {
    const { cert, key } = makeCertificate(folder.path, "node");
    ca = readFileSync(cert);
    const flags = ["--workload", "off", "--tls-cert", cert, "--tls-key", key];
    node = await startNode("--data-dir", join(folder.path, "data"), ...flags);
  });
  afterAll(async () => {
    await node.stop();
    folder[Symbol.dispose]();
  });

  const open = (): ClientHttp2Session => connect(node.url, { ca }).on("error", () => undefined);
  /** The status of an answer, or the code by which the stream was closed. */
  const outcomeOf = (stream: ClientHttp2Stream): Promise<number> =>
    new Promise((resolve) => {
      stream.on("response", (headers) => resolve(Number(headers[":status"])));
      stream.on("error", () => undefined);
      stream.resume().on("close", () => resolve(stream.rstCode));
    });

  async function isServed(): Promise<void> {
    const session = open();
    expect(await outcomeOf(session.request({ ":path": "/v1" }))).toBe(200);
    session.close();
  }

  test("clients that leave before they are answered are no faults", async () => {
    for (const path of [
      "/v1/accounts/0x1/modules",
      "/v1",
      "/v1/spec.yaml",
      "/v1/transactions/by_version/0",
      "/nowhere",
    ]) {
      for (const wait of [0, 1, 5, 20]) {
        const session = open();
        const streams = Array.from({ length: 32 }, () => session.request({ ":path": path }));
        for (const stream of streams) stream.on("error", () => undefined);
        await new Promise((resolve) => session.once("connect", resolve));
        await delay(wait);
        for (const stream of streams) stream.close(constants.NGHTTP2_CANCEL);
        session.destroy();
      }
    }
    await isServed();
    expect(node.output()).not.toMatch(/ERROR|WARN|fault/);
  });

  test("the heads of one client's requests take no more memory than it may have", async () => {
    const sessions = Array.from({ length: 20 }, open);
    const head = { ":path": "/v1/view", ":method": "POST", "content-length": "2", "x-filler": "a".repeat(14_000) };
    // Their bodies never come.
    const streams = sessions.flatMap((session) => Array.from({ length: 30 }, () => session.request(head)));
    let refused = 0;
    for (const stream of streams)
      void outcomeOf(stream).then((code) => {
        if (code === constants.NGHTTP2_ENHANCE_YOUR_CALM) refused++;
      });
    await expect.poll(() => refused).toBeGreaterThanOrEqual(streams.length - Math.floor((4 * 2 ** 20) / 14_000));
    for (const session of sessions) session.destroy();
    await isServed();
  });

  test("a request that names two hosts is refused", async () => {
    const session = open();
    const stream = session.request({ ":path": "/v1", ":authority": "evil.example", host: "localhost" });
    expect(await outcomeOf(stream)).toBe(constants.NGHTTP2_PROTOCOL_ERROR);
    session.destroy();
    await isServed();
  });
});
