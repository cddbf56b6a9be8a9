import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { createDataDir } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { freePort } from "@ledger/test-run/free-port";
import { needsProgram } from "@ledger/test-run/needs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeCertificate, needsOpenssl } from "./support/make-certificate.ts";
import { nginxCommand } from "./support/nginx.ts";
import { shareNode } from "./support/share-node.ts";
import { waitFor } from "./support/wait-for.ts";

// The configurations of the guide, as an operator copies them; only ports, files and the name's resolution are of this machine.
const guide = readFileSync(new URL("../../../docs/guides/run-a-node.md", import.meta.url), "utf8");
const host = "ledger.example";

interface Place {
  readonly folder: string;
  readonly port: number;
  readonly cert: string;
  readonly key: string;
  /** Where the node listens, without a scheme. */
  readonly node: string;
}

/** A proxy: how its configuration in the guide is made to run here. */
interface Proxy {
  readonly name: string;
  readonly language: string;
  readonly version: readonly [program: string, ...args: string[]];
  /** @returns the command that runs it in the foreground */
  prepare(snippet: string, place: Place): readonly string[];
}

const proxies: readonly Proxy[] = [
  {
    name: "nginx",
    language: "nginx",
    version: ["nginx", "-v"],
    prepare(snippet, { folder, port, cert, key, node }) {
      const server = snippet
        .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
        .replace("/etc/ssl/ledger.example.pem", cert)
        .replace("/etc/ssl/ledger.example.key", key)
        .replace("127.0.0.1:8080", node);
      return nginxCommand(folder, server);
    },
  },
  {
    name: "Caddy",
    language: "caddyfile",
    version: ["caddy", "version"],
    prepare(snippet, { folder, port, cert, key, node }) {
      const site = snippet
        .replace(host, `https://${host}:${port}`)
        .replace("{\n", `{\n  bind 127.0.0.1\n  tls ${cert} ${key}\n`)
        .replace("127.0.0.1:8080", node);
      const file = join(folder, "Caddyfile");
      writeFileSync(
        file,
        `{\n  admin off\n  auto_https disable_redirects\n  storage file_system ${folder}\n}\n${site}`,
      );
      return ["caddy", "run", "--adapter", "caddyfile", "--config", file];
    },
  },
];

function snippetOf(language: string): string {
  const found = guide.split(`\`\`\`${language}\n`)[1]?.split("```")[0];
  if (found === undefined) throw new Error(`the guide has no configuration in ${language}`);
  return found;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

const behind = shareNode((place) =>
  composeNode(...place, "--trust-proxy", "127.0.0.1", "--allow-host", host, "--rate-limit", "500/h"),
);

describe.each(proxies)("behind $name", (proxy) => {
  describe("as the guide configures it", { ...needsOpenssl, ...needsProgram(...proxy.version) }, () => {
    const folder = createDataDir();
    let running: ChildProcess;
    let output = "";
    let place: Place;

    const ask = (
      path: string,
      { method = "GET", headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
    ): Promise<Answer> =>
      new Promise((resolve, reject) => {
        const asked = request(
          {
            ...{ host: "127.0.0.1", port: place.port, servername: host, ca: readFileSync(place.cert), agent: false },
            ...{ path, method, headers: { host, ...headers } },
          },
          (answer) => {
            let text = "";
            answer.setEncoding("utf8").on("data", (chunk: string) => {
              text += chunk;
            });
            answer
              .on("error", reject)
              .on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
          },
        );
        asked.on("error", reject).end(body);
      });

    beforeAll(async () => {
      const node = await behind.running();
      const { cert, key } = makeCertificate(folder.path, host);
      place = { folder: folder.path, port: await freePort(), cert, key, node: new URL(node.url).host };
      const [program, ...args] = proxy.prepare(snippetOf(proxy.language), place);
      running = spawn(program ?? "", args, {
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...process.env, HOME: folder.path },
      });
      for (const stream of [running.stdout, running.stderr]) {
        stream?.setEncoding("utf8").on("data", (chunk: string) => {
          output += chunk;
        });
      }
      await waitFor(
        () =>
          ask("/v1").then(
            ({ status }) => status,
            () => 0,
          ),
        (status) => status === 200,
      );
    });
    afterAll(async () => {
      running.kill("SIGKILL");
      folder[Symbol.dispose]();
    });

    test("answers come with their headers, and a kept one is confirmed by its tag", async () => {
      const answer = await ask("/v1/accounts/0x1/resource/0x1::coin::CoinInfo%3C0x1::aptos_coin::AptosCoin%3E");
      expect([answer.status, JSON.parse(answer.text).type], output).toEqual([
        200,
        "0x1::coin::CoinInfo<0x1::aptos_coin::AptosCoin>",
      ]);
      expect(answer.headers["x-aptos-chain-id"]).toBe("4");
      const past = await ask("/v1/transactions/by_version/0", { headers: { "accept-encoding": "identity" } });
      const tag = String(past.headers.etag);
      expect((await ask("/v1/transactions/by_version/0", { headers: { "if-none-match": tag } })).status).toBe(304);
    });

    test("view functions run, refusals keep their form, and the explorer opens", async () => {
      const headers = { "content-type": "application/json" };
      const call = { function: "0x1::account::exists_at", type_arguments: [], arguments: ["0x1"] };
      const seen = await ask("/v1/view", { method: "POST", headers, body: JSON.stringify(call) });
      expect([seen.status, JSON.parse(seen.text)]).toEqual([200, [true]]);
      const missing = await ask("/v1/transactions/by_version/18446744073709551615");
      expect([missing.status, JSON.parse(missing.text).error_code]).toEqual([404, "transaction_not_found"]);
      expect(await ask("/v1/spec")).toMatchObject({ status: 200, text: expect.stringContaining("<html") });
    });

    test("each client has a rate of its own, by the address that the proxy names", async () => {
      const mine = Number((await ask("/v1")).headers["ratelimit-remaining"]);
      expect(mine).toBeLessThan(499);
      // What a client claims about itself counts for nothing: the proxy's word does.
      const claimed = await ask("/v1", { headers: { "x-forwarded-for": "203.0.113.7" } });
      expect(Number(claimed.headers["ratelimit-remaining"])).toBeLessThanOrEqual(mine);
    });
  });
});
