import { X509Certificate } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createDataDir, type ServingNode, startDevnet, startNode } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { createValidators, StrangerLedger, typedHash, waypointOf, writeBackup } from "@ledger/stranger";
import { vectorPath } from "@ledger/vectors";
import { afterAll, describe, expect, test } from "vitest";
import { readStart } from "../src/cli/program.ts";
import type { Part } from "../src/config/option.ts";
import { composeLocalNetwork } from "./support/local-network.ts";
import { makeCertificate, needsOpenssl } from "./support/make-certificate.ts";
import { mint } from "./support/mint.ts";
import { withAdmin } from "./support/observed.ts";
import { ask } from "./support/services/ask.ts";
import { devnetQuestions } from "./support/services/devnet-questions.ts";
import { type AskedNode, type Question, startQuestions } from "./support/services/questions.ts";
import { shared } from "./support/shared.ts";

/** How parts are asked for an option, see `Questions`. */
interface Asked {
  readonly words?: readonly string[];
  readonly ask: Readonly<Partial<Record<Part, Question>>>;
}

/** A kind of node. */
interface Role {
  /** How it is started. */
  readonly base: () => Promise<readonly string[]>;
  /** Options that cannot be asked for, though it takes them. */
  readonly unasked?: readonly (keyof typeof startQuestions)[];
  /** The only ones that can. */
  readonly asked?: readonly (keyof typeof startQuestions)[];
  readonly start?: (...words: readonly string[]) => Promise<ServingNode>;
}

const folder = createDataDir();
const running: ServingNode[] = [];
afterAll(async () => {
  for (const node of running.reverse()) await node.stop();
  folder[Symbol.dispose]();
});

const place = (name: string): readonly string[] => ["--data-dir", join(folder.path, name)];
const quiet = ["--workload", "off", "--block-interval", "0"];

/** A local network with some history, which others follow and fork. */
const upstream = shared(async () => {
  const node = await composeLocalNetwork(...place("upstream"), "--block-interval", "0");
  running.push(node);
  for (let count = 0; count < 4; count++) await mint(node.url, "0xabc", 1);
  return `${node.url}/v1`;
});

/** The folder of a node that keeps a local network, and little of its state. */
const kept = shared(async () => {
  const windows = ["--state-window", "2", "--ledger-window", "100000", "--block-interval", "0"];
  const node = await composeLocalNetwork(...place("kept"), ...windows);
  running.push(node);
  for (let count = 0; count < 4; count++) await mint(node.url, "0xabc", 1);
  return place("kept");
});

/** The words for a backup with signatures, which other hands write. */
const backup = shared(async () => {
  const validators = createValidators(4);
  const ledger = new StrangerLedger({ seed: 34, blocksPerEpoch: 8, validators }).grow(40);
  const ends = ledger.blocks.filter(({ nextValidators }) => nextValidators !== undefined);
  const ranges = [
    [0n, 0n],
    [1n, ends.at(-1)!.last],
  ] as const;
  for (const [handle, bytes] of writeBackup(ledger, { validators, ranges })) {
    const path = join(folder.path, "backup", handle);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
  const waypoint = waypointOf(ledger, ends[0]!, (body) => typedHash("Ledger2WaypointConverter", body));
  return ["--backup", join(folder.path, "backup"), "--waypoint", waypoint];
});

const certificate = shared(async () => makeCertificate(folder.path, "node"));

const roles: Readonly<Record<string, Role>> = {
  "a local network": { base: async () => [...place("local"), ...quiet] },
  "a node that only serves": {
    base: async () => [...(await kept()), "--role", "api", "--forward", await upstream()],
  },
  "a node that follows": {
    base: async () => [...place("follows"), "--follow", await upstream(), "--forward", await upstream()],
  },
  "a fork": {
    base: async () => [...place("fork"), "--block-interval", "0", "--fork", await upstream()],
    // It knows a part of the state.
    unasked: ["stateRoots"],
  },
  "a node of a public genesis": {
    base: async () => [...place("genesis"), "--genesis", vectorPath("genesis/testnet.genesis.blob")],
    // It has one version, and the code of the network's first day.
    unasked: ["stateWindow", "ledgerWindow", "maxViewGas"],
  },
  "a local network that several processes serve": {
    base: async () => [...place("processes"), ...quiet, "--workers", "2"],
    start: startNode,
    // Each process counts its own.
    unasked: ["maxStreams", "maxClientStreams", "maxConnections"],
  },
  "a backup that several processes serve": {
    base: async () => [...place("restored"), ...(await backup()), "--workers", "2"],
    start: startNode,
    // Its ledger has no code.
    asked: ["backup", "proofs", "tlsCert", "tlsKey"],
  },
};

/** The flag that a role or a question has, as in `--header-prefix`. */
const flagOf = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** The questions that mean something to a node: of options that the program takes with those that make it what it is. */
async function questionsFor({ unasked = [], asked }: Role, base: readonly string[]): Promise<[string, Asked][]> {
  const found: [string, Asked][] = [];
  for (const [name, question] of Object.entries<Asked>(startQuestions)) {
    const isLeftOut =
      asked === undefined ? (unasked as readonly string[]).includes(name) : !asked.some((one) => one === name);
    if (isLeftOut) continue;
    const isMade = ["fork", "forward", "backup"].includes(name);
    if (isMade && !base.includes(flagOf(name))) continue;
    const isTaken = await readStart(["start", ...base, ...(question.words ?? [])]).then(
      () => true,
      () => false,
    );
    if (isTaken) found.push([name, question]);
  }
  return found;
}

/** The origins that each part of a node answers at. */
async function placesOf(node: ServingNode): Promise<Readonly<Record<Part, readonly string[]>>> {
  const described = await ask(`${node.url}/v1/-/local`);
  const isLocal = described.status === 200;
  const local = (isLocal ? JSON.parse(described.text) : {}) as Readonly<Record<"faucet" | "graphql", string | null>>;
  const own = [local.faucet, local.graphql].flatMap((url) => (url == null ? [] : new URL(url).origin));
  const api = [node.url];
  const { admin } = withAdmin(node);
  return {
    server: [...new Set([...api, ...own])],
    ...{ explorer: api, answers: api, info: api, streams: api, verbs: api, log: api },
    graphql: [...new Set([node.url, ...own.slice(1)])],
    faucet: isLocal ? [...new Set([node.url, ...own.slice(0, 1)])] : [],
    description: isLocal ? api : [],
    admin: admin === "" ? [] : [admin],
  };
}

/** Asks every part of a node for every option that says that it applies to it. */
async function askAll(node: ServingNode, facts: AskedNode, questions: readonly [string, Asked][]): Promise<void> {
  const places = await placesOf(node);
  const failed: string[] = [];
  for (const [name, question] of questions) {
    for (const [part, put] of Object.entries(question.ask) as [Part, Question][]) {
      for (const at of places[part]) {
        try {
          await put(at, facts);
        } catch (error) {
          failed.push(`${flagOf(name)} of ${part} at ${at}: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
    }
  }
  expect(failed).toEqual([]);
}

describe("every option holds on each service that it says it applies to, of", () => {
  test.each(Object.entries(roles))("%s", needsOpenssl, async (_, role) => {
    const { cert, key } = await certificate();
    const base = [...(await role.base()), "--tls-cert", cert, "--tls-key", key];
    const questions = await questionsFor(role, base);
    const words = questions.flatMap(([, question]) => question.words ?? []);
    await using node = await (role.start ?? composeNode)(...base, ...words);
    for (let count = 0; count < 4; count++) await ask(`${node.url}/mint?address=0xabc&amount=1`, { method: "POST" });
    const { fingerprint256: fingerprint } = new X509Certificate(readFileSync(cert));
    await askAll(node, { isApi: base.includes("api"), output: node.output, fingerprint }, questions);
  });

  // One that others reach, and one of this machine.
  test.each([[["port"]], [["listen", "allowVerbsFrom"]]])("a network for tests, without %j", async (without) => {
    const questions = Object.entries<Asked>(devnetQuestions).filter(([name]) => !without.includes(name));
    await using node = await startDevnet(...questions.flatMap(([, { words = [] }]) => words));
    await askAll(node, { isApi: false, output: node.output, fingerprint: "" }, questions);
  });
});

test("every option that applies to a service is asked for of some node", needsOpenssl, async () => {
  const asked = new Set<string>();
  for (const role of Object.values(roles)) {
    const { cert, key } = await certificate();
    for (const [name] of await questionsFor(role, [...(await role.base()), "--tls-cert", cert, "--tls-key", key]))
      asked.add(name);
  }
  expect(Object.keys(startQuestions).filter((name) => !asked.has(name))).toEqual([]);
});
