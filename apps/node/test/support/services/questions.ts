import { once } from "node:events";
import { expect } from "vitest";
import type { PartsOf } from "../../../src/config/option.ts";
import type { startTable } from "../../../src/config/start-options.ts";
import { waitFor } from "../wait-for.ts";
import { type Answer, ask, beginStream, openConnection } from "./ask.ts";

/** A node that is asked. */
export interface AskedNode {
  /** True for a ledger whose beginning is kept by another node. */
  readonly isApi: boolean;
  /** Everything printed so far. */
  readonly output: () => string;
  /** Certificate that it is served with. */
  readonly fingerprint: string;
}

/** Asks a part of a node whether an option holds for it. @param at - origin that the part answers at */
export type Question = (at: string, node: AskedNode) => Promise<void> | void;

/** Questions about options, for each part that an option says it applies to: one that is left out does not compile. */
export type Questions<Table> = {
  readonly [Name in keyof Table as [PartsOf<Table[Name]>] extends [never] ? never : Name]: {
    /** The option as it is typed; absent where its default, or the role, has it. */
    readonly words?: readonly string[];
    readonly ask: { readonly [P in PartsOf<Table[Name]>]: Question };
  };
};

const json = (answer: Answer): Record<string, unknown> => JSON.parse(answer.text) as Record<string, unknown>;
const infoOf = async (at: string) =>
  json(await ask(`${at}/v1/info`)) as {
    readonly role?: string;
    readonly internal_indexer_config?: string;
    readonly window?: Readonly<Record<string, unknown>>;
    readonly verified?: Readonly<Record<string, unknown>>;
    readonly executed?: Readonly<Record<string, unknown>>;
  };

/** A node that only serves does not know how its ledger is kept and checked. */
const keeps =
  (group: "window" | "verified" | "executed", name: string, value: unknown): Question =>
  async (at, { isApi }) =>
    expect((await infoOf(at))[group]?.[name], name).toBe(isApi ? undefined : value);

const query = (at: string): Promise<Answer> =>
  ask(`${at}/v1/graphql`, { method: "POST", body: JSON.stringify({ query: "{ledger_infos{chain_id}}" }) });

function view(at: string, name: string, types: readonly string[] = [], args: readonly unknown[] = []): Promise<Answer> {
  const body = JSON.stringify({ function: name, type_arguments: types, arguments: args });
  return ask(`${at}/v1/view`, { method: "POST", body });
}

/** The families of ledger headers of an answer. */
const familiesOf = ({ headers }: Answer): readonly string[] =>
  Object.keys(headers).flatMap((name) => /^(.*-)ledger-version$/.exec(name)?.[1] ?? []);

const servedWith: Question = async (at, { fingerprint }) => {
  expect((await ask(`${at}/v1`)).fingerprint).toBe(fingerprint);
};

const answers: Question = async (at) => {
  expect((await ask(`${at}/v1`)).status).toBeLessThan(500);
};

/** Transactions below the oldest version of state are answered, because they are kept for longer. */
const answersOlder: Question = async (at) => {
  const oldest = await waitFor(
    async () => Number((await ask(`${at}/v1`)).headers["x-mine-ledger-oldest-version"]),
    (version) => version > 1,
  );
  expect((await ask(`${at}/v1/transactions/by_version/${oldest - 1}`)).status).toBe(200);
};

/** Begins streams from some addresses, of which the last is refused. */
async function refusesStreams(at: string, ...froms: readonly string[]): Promise<void> {
  const begin = (from: string): Promise<Answer> => beginStream(`${at}/v1/stream`, from);
  const begun: Answer[] = [];
  try {
    for (const from of froms.slice(0, -1)) {
      // Those of the question before may not have ended yet.
      begun.push(
        await waitFor(
          () => begin(from),
          ({ status }) => status === 200,
        ),
      );
    }
    begun.push(await begin(froms.at(-1)!));
    expect(begun.at(-1)!.text).toContain("too many streams");
  } finally {
    for (const stream of begun) stream.end();
  }
}

/** The options of `start`, and how each part is asked for them. Addresses of this machine stand for clients. */
export const startQuestions: Questions<typeof startTable> = {
  listen: { ask: { server: answers } },
  adminListen: {
    words: ["--admin-listen", "0"],
    ask: { admin: async (at) => expect((await ask(`${at}/metrics`)).status).toBe(200) },
  },
  headerPrefix: {
    words: ["--header-prefix", "X-Mine-"],
    ask: {
      // Of the main thread, of that for large answers, and of that for lists.
      async answers(at) {
        for (const path of ["", "/accounts/0x1/modules", "/accounts/0x1/assets"]) {
          expect(familiesOf(await ask(`${at}/v1${path}`)), path).toEqual(["x-mine-"]);
        }
      },
      graphql: async (at) => expect(familiesOf(await query(at))).toEqual(["x-mine-"]),
    },
  },
  maxViewGas: {
    words: ["--max-view-gas", "1"],
    ask: {
      async answers(at) {
        const name = "0x1::primary_fungible_store::balance";
        const answer = await view(at, name, ["0x1::fungible_asset::Metadata"], ["0x1", "0xa"]);
        expect(json(answer)).toMatchObject({ vm_error_code: 4002 });
      },
    },
  },
  viewAllow: {
    words: ["--view-allow", "0x1"],
    ask: { answers: async (at) => expect((await view(at, "0x3::token::initialize")).status).toBe(403) },
  },
  viewBlock: {
    words: ["--view-block", "0x1::coin"],
    ask: { answers: async (at) => expect((await view(at, "0x1::coin::name")).status).toBe(403) },
  },
  maxPage: {
    words: ["--max-page", "modules=3"],
    ask: {
      answers: async (at) => expect(json(await ask(`${at}/v1/accounts/0x1/modules?limit=100`))).toHaveLength(3),
    },
  },
  forward: {
    ask: {
      async answers(at) {
        const answer = await ask(`${at}/v1/transactions`, { method: "POST", body: "{}" });
        expect(answer.headers["x-mine-answered-by"]).toMatch(/^127\.0\.0\.1:\d+$/);
      },
    },
  },
  backup: { ask: { answers: async (at) => expect((await ask(`${at}/v1/proofs/ledger?since=1`)).status).toBe(200) } },
  waitForVersion: {
    words: ["--wait-for-version", "400"],
    ask: {
      async answers(at) {
        const began = performance.now();
        expect((await ask(`${at}/v1/accounts/0x1?ledger_version=99999999`)).status).toBe(404);
        expect(performance.now() - began).toBeGreaterThan(390);
      },
    },
  },
  sharedCache: {
    words: ["--shared-cache", "7s"],
    ask: { answers: async (at) => expect((await ask(`${at}/v1`)).headers["cache-control"]).toContain("s-maxage=7") },
  },
  role: { ask: { info: async (at, { isApi }) => expect((await infoOf(at)).role).toBe(isApi ? "api" : "full") } },
  stateWindow: {
    words: ["--state-window", "2"],
    ask: { answers: answersOlder, info: keeps("window", "state_versions", "2") },
  },
  ledgerWindow: {
    words: ["--ledger-window", "100000"],
    ask: { answers: answersOlder, info: keeps("window", "ledger_versions", "100000") },
  },
  timeWindow: { words: ["--time-window", "7d"], ask: { info: keeps("window", "time_usecs", "604800000000") } },
  diskBudget: { words: ["--disk-budget", "1TiB"], ask: { info: keeps("window", "disk_bytes", `${2 ** 40}`) } },
  eventRoots: {
    words: ["--event-roots", "warn"],
    ask: {
      async answers(at) {
        const { headers } = await ask(`${at}/v1/transactions/by_version/0`);
        expect(headers["cache-control"]).not.toContain("immutable");
      },
      info: keeps("verified", "event_roots", "warn"),
    },
  },
  stateRoots: {
    words: ["--state-roots", "every_block"],
    ask: { info: keeps("verified", "state_roots", "every_block") },
  },
  proofs: { words: ["--proofs", "on"], ask: { info: keeps("verified", "proofs", "on") } },
  execute: { words: ["--execute", "sample=1/2"], ask: { info: keeps("executed", "mode", "1/2") } },
  // A network that is made here compares roots, unless it is a fork, which knows a part of the state.
  fork: { ask: { info: keeps("verified", "state_roots", "off") } },
  index: {
    words: ["--index", "assets,events"],
    ask: {
      info: async (at) => expect((await infoOf(at)).internal_indexer_config).toBe("assets,events"),
      graphql: async (at) => expect(json(await query(at))).toMatchObject({ data: { ledger_infos: [{}] } }),
    },
  },
  faucetListen: {
    words: ["--faucet-listen", "127.0.0.1:0"],
    ask: {
      async faucet(at) {
        const answer = await ask(`${at}/mint?address=0xabc&amount=1`, { method: "POST" });
        expect([answer.status, JSON.parse(answer.text)]).toEqual([200, [expect.any(String)]]);
      },
    },
  },
  indexerListen: {
    words: ["--indexer-listen", "127.0.0.1:0"],
    ask: { graphql: async (at) => expect((await query(at)).status).toBe(200) },
  },
  accounts: {
    words: ["--accounts", "3"],
    ask: { description: async (at) => expect(json(await ask(`${at}/v1/-/local`)).accounts).toHaveLength(3) },
  },
  allowHost: {
    words: ["--allow-host", "ledger.example"],
    ask: {
      async server(at) {
        const asked = ["ledger.example", "other.example"].map((host) => ask(`${at}/v1`, { headers: { host } }));
        const [named, other] = await Promise.all(asked);
        expect([named!.status === 403, other!.status]).toEqual([false, 403]);
      },
    },
  },
  allowOrigin: {
    words: ["--allow-origin", "https://wallet.example"],
    ask: {
      async server(at) {
        const asked = ["https://wallet.example", "https://other.example"].map((origin) =>
          ask(`${at}/v1`, { headers: { origin } }),
        );
        const allowed = (await Promise.all(asked)).map(({ headers }) => headers["access-control-allow-origin"]);
        expect(allowed).toEqual(["https://wallet.example", undefined]);
      },
    },
  },
  explorerNode: {
    words: ["--explorer-node", "https://node.example"],
    ask: {
      explorer: async (at) =>
        expect((await ask(`${at}/v1/spec`)).headers["content-security-policy"]).toContain("https://node.example"),
    },
  },
  maxConnections: {
    words: ["--max-connections", "40"],
    ask: {
      async server(at) {
        const from = "127.0.0.9";
        const sockets = await Promise.all(Array.from({ length: 40 }, () => openConnection(at, from)));
        expect((await ask(`${at}/v1`, { from })).status).toBe(503);
        for (const socket of sockets) socket.destroy();
        await Promise.all(sockets.map((socket) => once(socket, "close")));
      },
    },
  },
  clientShare: {
    words: ["--client-share", "1"],
    ask: {
      async server(at) {
        const paths = ["/v1/view", "/fund", "/v1/graphql"];
        const served = await Promise.all(paths.map((path) => ask(`${at}${path}`, { method: "POST", body: "{}" })));
        const path = paths.find((_, place) => served[place]!.status !== 404)!;
        // Room is kept for bodies that are announced: for thirty, also over several processes, more than a hundredth of it.
        const sockets = await Promise.all(Array.from({ length: 30 }, () => openConnection(at, "127.0.0.10")));
        const head = `POST ${path} HTTP/1.1\r\nHost: ${new URL(at).host}\r\nContent-Type: application/json\r\nContent-Length: 65000\r\n\r\n`;
        const refused = sockets.map(
          (socket) =>
            new Promise<void>((resolve, reject) => {
              socket.once("data", (bytes) => (String(bytes).startsWith("HTTP/1.1 503 ") ? resolve() : reject(bytes)));
              socket.once("close", reject);
              socket.write(head);
            }),
        );
        await Promise.any(refused);
        for (const socket of sockets) socket.destroy();
      },
    },
  },
  trustProxy: {
    words: ["--trust-proxy", "127.0.0.8"],
    ask: {
      async server(at) {
        const port = Number(new URL(at).port);
        const left: number[] = [];
        for (const from of ["127.0.0.8", "127.0.0.7"]) {
          for (const last of [1, 2]) {
            const headers = { "x-forwarded-for": `10.${port >> 8}.${port & 255}.${last}` };
            left.push(Number((await ask(`${at}/v1`, { from, headers })).headers["ratelimit-remaining"]));
          }
        }
        // Clients are counted by the names that the proxy has for them, and by their own address elsewhere.
        expect([left[1]! - left[0]!, left[3]! - left[2]!]).toEqual([0, -1]);
      },
    },
  },
  rateLimit: {
    words: ["--rate-limit", "90000/h"],
    ask: { server: async (at) => expect((await ask(`${at}/v1`)).headers["ratelimit-limit"]).toBe("90000") },
  },
  maxStreams: {
    words: ["--max-streams", "3"],
    ask: { streams: (at) => refusesStreams(at, "127.0.0.4", "127.0.0.4", "127.0.0.5", "127.0.0.5") },
  },
  maxClientStreams: {
    words: ["--max-client-streams", "2"],
    ask: { streams: (at) => refusesStreams(at, "127.0.0.6", "127.0.0.6", "127.0.0.6") },
  },
  tlsCert: { ask: { server: servedWith } },
  tlsKey: { ask: { server: servedWith } },
  logFormat: {
    words: ["--log-format", "json"],
    ask: {
      log: (_, { output }) =>
        expect(() =>
          output()
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line)),
        ).not.toThrow(),
    },
  },
  logLevel: {
    words: ["--log-level", "debug"],
    ask: { log: (_, { output }) => expect(output()).toContain('"level":"debug"') },
  },
};
