import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:http2";
import { request } from "node:https";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { createDataDir, runNodeToEnd, startNode } from "@ledger/node-process";
import { expect, test } from "vitest";
import { makeCertificate, needsOpenssl } from "./support/make-certificate.ts";
import { waitFor } from "./support/wait-for.ts";

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Asks several things at a time on one connection of HTTP/2. */
async function askHttp2(
  url: string,
  ca: Buffer,
  asked: readonly { readonly headers: Record<string, string>; readonly body?: string }[],
): Promise<Answer[]> {
  const session = connect(url, { ca });
  const answers = asked.map(
    ({ headers, body }) =>
      new Promise<Answer>((resolve, reject) => {
        const stream = session.request(headers);
        let [text, answered] = ["", {} as Record<string, unknown>];
        stream.on("response", (received) => {
          answered = received;
        });
        stream.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
        });
        stream.on("end", () => resolve({ status: Number(answered[":status"]), headers: answered, body: text }));
        stream.on("error", reject);
        stream.end(body);
      }),
  );
  try {
    return await Promise.all(answers);
  } finally {
    session.close();
  }
}

test(
  "the API is served over TLS, by HTTP/2 and 1.1, with a certificate that can be renewed",
  needsOpenssl,
  async () => {
    using folder = createDataDir();
    const first = makeCertificate(folder.path, "first");
    const second = makeCertificate(folder.path, "second");
    const [cert, key] = [join(folder.path, "cert.pem"), join(folder.path, "key.pem")];
    copyFileSync(first.cert, cert);
    copyFileSync(first.key, key);
    const node = await startNode("--data-dir", join(folder.path, "data"), "--tls-cert", cert, "--tls-key", key);
    expect(node.url).toMatch(/^https:/);
    await expect.poll(() => node.output()).toMatch(/faucet {4}https:.*\n.*GraphQL {3}https:/);
    const ca = readFileSync(first.cert);

    const path = "/v1/accounts/0x1/resources";
    const [info, missing, resources, posted, foreign] = await askHttp2(node.url, ca, [
      { headers: { ":path": "/v1", origin: "https://page.example" } },
      { headers: { ":path": "/v1/transactions/by_version/99999999" } },
      { headers: { ":path": path } },
      {
        headers: { ":path": "/v1/view", ":method": "POST", "content-type": "application/json", "content-length": "2" },
        body: "{}",
      },
      { headers: { ":path": "/v1", ":authority": "evil.example" } },
    ]);
    expect(info).toMatchObject({ status: 200, headers: { "access-control-allow-origin": "https://page.example" } });
    expect(info?.headers["x-svc-chain-id"]).toBe("4");
    expect(missing?.status).toBe(404);
    expect(posted?.status).toBe(400);
    expect(foreign?.status).toBe(403);

    const overHttp1 = await new Promise<string>((resolve, reject) => {
      request(`${node.url}${path}`, { ca }, (answer) => {
        expect([answer.statusCode, answer.httpVersion]).toEqual([200, "1.1"]);
        let text = "";
        answer.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
        });
        answer.on("end", () => resolve(text));
      })
        .on("error", reject)
        .end();
    });
    const names = (text: string): string[] => (JSON.parse(text) as { type: string }[]).map(({ type }) => type);
    expect(names(resources?.body ?? "[]")).toEqual(names(overHttp1));
    expect(names(overHttp1).length).toBeGreaterThan(3);

    copyFileSync(second.cert, cert);
    copyFileSync(second.key, key);
    node.child.kill("SIGHUP");
    const { port } = new URL(node.url);
    const nameOf = (): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const socket = connectTls({ port: Number(port), host: "127.0.0.1", rejectUnauthorized: false }, () => {
          resolve(socket.getPeerCertificate().subject.CN);
          socket.destroy();
        }).on("error", reject);
      });
    await waitFor(nameOf, (name) => name === "second");
    writeFileSync(cert, "not a certificate");
    node.child.kill("SIGHUP");
    await waitFor(
      async () => node.output(),
      (output) => output.includes("certificate cannot be renewed"),
    );
    expect(await nameOf()).toBe("second");
    const open = connect(node.url, { ca: readFileSync(second.cert) });
    open.on("error", () => undefined);
    expect(await node.stop()).toBe(0);
    open.destroy();
  },
);

test("a certificate that cannot be used refuses the start", needsOpenssl, async () => {
  using folder = createDataDir();
  const { cert } = makeCertificate(folder.path, "one");
  const { key } = makeCertificate(folder.path, "other");
  const at = ["--data-dir", join(folder.path, "data")];
  for (const [args, text] of [
    [["--tls-cert", cert, "--tls-key", key], "invalid_certificate"],
    [["--tls-cert", cert, "--tls-key", join(folder.path, "missing")], "invalid_certificate"],
    [["--tls-cert", cert], "--tls-cert: needs --tls-key"],
  ] as const) {
    const { code, output } = await runNodeToEnd(...at, ...args);
    expect([code, output]).toEqual([1, expect.stringContaining(text)]);
  }
});
