import { Agent, request } from "node:http";
import { startLocalNetwork } from "@ledger/devnet";
import { serveLocalNetwork } from "@ledger/devnet/node";
import { createFaucet, queryService } from "@ledger/local-services";
import { createDataDir, startDevnet } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** Answer of a server. */
interface Answer {
  readonly status: number;
  readonly allowed: string | undefined;
  readonly text: string;
}

/** By a client that sends any header, which `fetch` does not. */
function ask(url: string, method: string, headers: Readonly<Record<string, string>>, body = ""): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = method === "POST" ? { "content-length": Buffer.byteLength(body) } : {};
    const asked = request(url, { method, headers: { ...length, ...headers }, agent: new Agent() }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, allowed: answer.headers["access-control-allow-origin"], text }),
      );
    });
    asked.on("error", reject).end(body);
  });
}

/** Every API operation that takes a body and only reads. Add a new one here, or it must refuse foreign pages. */
const reads = [
  "/experimental/state_values/raw",
  "/proofs/simulate",
  "/proofs/state",
  "/proofs/tables/{table_handle}/item",
  "/proofs/view",
  "/-/simulate",
  "/tables/{table_handle}/item",
  "/tables/{table_handle}/raw_item",
  "/transactions/encode_submission",
  "/transactions/simulate",
  "/view",
];

/** The paths of a network whose requests change it. */
async function changingPaths(url: string): Promise<readonly string[]> {
  const { paths } = (await (await fetch(`${url}/v1/spec.json`)).json()) as {
    readonly paths: Readonly<Record<string, { readonly post?: object }>>;
  };
  const posted = Object.keys(paths).filter((path) => paths[path]!.post !== undefined && !reads.includes(path));
  const { routes } = createFaucet({ pool: { submit: fail }, sign: fail, exists: fail });
  const funding = Object.keys(routes).filter((path) => routes[path]!.includes("POST") && path !== "/is_eligible");
  const { verbs } = (await (await fetch(`${url}/v1/-/local`)).json()) as { readonly verbs: readonly string[] };
  return [...posted.map((path) => `/v1${path}`), ...funding, ...verbs.map((name) => `/v1/-/local/${name}`)];
}

const fail = (): never => {
  throw new Error("not asked");
};

const cleanUp: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of cleanUp) await end();
});

/** The addresses of a network: of its API, and of services of their own. */
type Places = readonly [string, ...string[]];

async function start(...args: string[]): Promise<Places> {
  const dataDir = createDataDir();
  const services = ["--faucet-listen", "127.0.0.1:0", "--indexer-listen", "127.0.0.1:0"];
  const node = await composeNode("--data-dir", dataDir.path, "--workload", "off", ...services, ...args);
  cleanUp.push(async () => {
    await node.stop();
    dataDir[Symbol.dispose]();
  });
  return describedPlaces(node.url);
}

async function devnet(...args: string[]): Promise<Places> {
  const services = ["--faucet-listen", "127.0.0.1:0", "--indexer-listen", "127.0.0.1:0"];
  const node = await startDevnet(...services, ...args);
  cleanUp.push(async () => void (await node.stop()));
  return describedPlaces(node.url);
}

async function describedPlaces(url: string): Promise<Places> {
  const { faucet, graphql } = (await (await fetch(`${url}/v1/-/local`)).json()) as Record<string, string>;
  return [url, faucet!, new URL(graphql!).origin];
}

async function inMemory(): Promise<Places> {
  const net = await startLocalNetwork();
  const served = await serveLocalNetwork(net);
  cleanUp.push(async () => {
    await served[Symbol.asyncDispose]();
    await net[Symbol.asyncDispose]();
  });
  return [served.url];
}

const listed = "https://wallet.example";
const loopback = ["http://localhost:3000", "http://127.0.0.1:1", "https://[::1]:5173", "http://app.localhost"];
const foreign = [
  "https://evil.example",
  "null",
  "http://127.0.0.1.evil.example",
  "http://localhost:1, https://b.example",
];
const wanted = { "access-control-request-method": "POST" };
const json = { "content-type": "application/json" };
const types = ["application/json", "text/plain"];

/** No request of a list is well-formed: what is taken is refused for its body. */
const body = "?";

describe.each<[string, () => Promise<Places>, readonly string[]]>([
  ["a network of start", () => start(), loopback],
  ["one that names an origin", () => start("--allow-origin", listed), [...loopback, listed]],
  ["a network of devnet", () => devnet(), loopback],
  ["one of it that names an origin", () => devnet("--allow-origin", listed), [...loopback, listed]],
  ["a network in a program", () => inMemory(), loopback],
])("%s", (_, open, taken) => {
  let places: Places;
  beforeAll(async () => {
    places = await open();
  });

  test("is changed by pages of loopback and named origins and by programs, at every address and path", async () => {
    const paths = await changingPaths(places[0]);
    expect(paths).toEqual(expect.arrayContaining(["/v1/transactions", "/v1/transactions/batch", "/fund", "/v1/mint"]));
    const refused = [...foreign, ...(taken.includes(listed) ? [] : [listed])];
    for (const place of places) {
      for (const path of paths) {
        const url = place + path;
        const ofProgram = await ask(url, "POST", json, body);
        // At an address of its own a service is alone.
        if (place !== places[0] && ofProgram.status === 404) continue;
        expect([400, 415], `${url}: ${ofProgram.text}`).toContain(ofProgram.status);
        for (const origin of refused) {
          expect((await ask(url, "OPTIONS", { origin, ...wanted })).status, `${origin} ${url}`).toBe(403);
          for (const type of types) {
            const answer = await ask(url, "POST", { origin, "content-type": type }, body);
            expect(answer.status, `${origin} ${type} ${url}: ${answer.text}`).toBe(403);
          }
        }
        for (const origin of taken) {
          const preflight = await ask(url, "OPTIONS", { origin, ...wanted });
          const answer = await ask(url, "POST", { origin, ...json }, body);
          expect([200, 204], `${origin} ${url}`).toContain(preflight.status);
          expect([400, 415], `${origin} ${url}: ${answer.text}`).toContain(answer.status);
          for (const { allowed } of [preflight, answer]) expect(["*", origin]).toContain(allowed);
        }
      }
    }
  });

  test("is read by pages as before", async () => {
    const [url] = places;
    const call = JSON.stringify({ function: "0x1::chain_id::get", type_arguments: [], arguments: [] });
    const query = JSON.stringify({ query: "{__typename}" });
    const isForAll = !taken.includes(listed);
    for (const origin of [listed, "https://other.example"]) {
      const mayRead = isForAll || origin === listed;
      for (const [path, sent] of [
        ["/v1/view", call],
        [Object.keys(queryService.routes)[0]!, query],
      ] as const) {
        const headers = { origin, "content-type": "application/json" };
        const answer = await ask(url + path, "POST", headers, sent);
        expect([answer.status, answer.allowed !== undefined], `${origin} ${path}`).toEqual([
          mayRead ? 200 : 403,
          mayRead,
        ]);
      }
      const read = await ask(`${url}/v1`, "GET", { origin });
      expect([read.status, read.allowed !== undefined]).toEqual([200, mayRead]);
    }
  });
});

test("only operations that exist are taken for reads", async () => {
  const [url] = await inMemory();
  const { paths } = (await (await fetch(`${url}/v1/spec.json`)).json()) as { readonly paths: object };
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(reads));
});
