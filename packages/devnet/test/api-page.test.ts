import { readFileSync } from "node:fs";
import { testReadme } from "@ledger/doctest";
import { expect, test } from "vitest";
import type { ExecutionResult, LocalNetwork, LocalNetworkOptions, Network, NetworkTime } from "../src/index.ts";
import { fieldsOf, type VerbName, verbs } from "../src/verbs/verbs.ts";

const path = new URL("../docs/api.md", import.meta.url);
const page = readFileSync(path, "utf8");
const examples = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code).join("\n");

testReadme(path);

/** The names of a type, each once: one too many or too few does not compile. */
type Names<T> = Readonly<Record<Extract<keyof T, string>, true>>;

const options: Names<LocalNetworkOptions> = {
  startTime: true,
  mining: true,
  seed: true,
  state: true,
  report: true,
  accounts: true,
  balance: true,
  chainId: true,
  api: true,
  features: true,
  fork: true,
  history: true,
};

const connected: Names<Network> = {
  url: true,
  faucetUrl: true,
  settings: true,
  accounts: true,
  fetch: true,
  time: true,
  fund: true,
  send: true,
  result: true,
  simulate: true,
  view: true,
  deploy: true,
  trace: true,
  mine: true,
  getMining: true,
  setMining: true,
  snapshot: true,
  dumpState: true,
  loadState: true,
  setBalance: true,
  setResource: true,
  setTableItem: true,
  setModule: true,
  setFeature: true,
  impersonate: true,
  stopImpersonating: true,
  autoImpersonate: true,
};

type Internal = "state" | "prepare" | "submit" | "report" | "endpoints" | "onBlock" | "onDiscard" | "onNotes";

const hereOnly: Names<Omit<LocalNetwork, keyof Network | Internal>> = {
  forkPoint: true,
  coverage: true,
  gasReport: true,
  newAccount: true,
};

const time: Names<NetworkTime> = { now: true, increase: true, increaseTo: true, setNextBlockTimestamp: true };

const result: Names<ExecutionResult> = {
  state: true,
  success: true,
  status: true,
  hash: true,
  version: true,
  abort: true,
  vmErrorCode: true,
  gasUsed: true,
  fee: true,
  failure: true,
  events: true,
  changes: true,
  balanceChanges: true,
  prints: true,
  trace: true,
};

/** Names at the beginning of the rows of a table. */
function rows(heading: string): string[] {
  const [, table = ""] = page.split(`| ${heading} |`);
  return [...table.split("\n\n")[0]!.matchAll(/^\| `(\w+)/gm)].map(([, name = ""]) => name);
}

test("the page has every member of a network, and says which are not there from outside", () => {
  const documented = [...page.matchAll(/^\| `net\.([\w.]+).*$/gm)].map(([row, name = ""]) => [
    name,
    row.includes("*here only*"),
  ]);
  const { time: _, ...members } = connected;
  const expected = [
    ...Object.keys(members).map((name) => [name, false]),
    ...Object.keys(time).map((name) => [`time.${name}`, false]),
    ...Object.keys(hereOnly).map((name) => [name, true]),
  ];
  expect(documented.sort()).toEqual(expected.sort());
});

test("every member has an example that runs", () => {
  // A package needs a folder: the example cover-a-module deploys one.
  const names = [...page.matchAll(/^\| `net\.([\w.]+)/gm)].map(([, name = ""]) => name);
  expect(names.filter((name) => !new RegExp(`\\bnet\\.${name}\\b`).test(examples))).toEqual(["deploy"]);
});

test("the page has every option and every member of a result", () => {
  expect(rows("Option of `startLocalNetwork`").sort()).toEqual(Object.keys(options).sort());
  expect(rows("Member of a result").sort()).toEqual(Object.keys(result).sort());
});

test("the page has every verb with what it takes", () => {
  const [, table = ""] = page.split("| Verb | Takes | Gives |");
  const documented = [...table.matchAll(/^\| `(\w+)` \| ([^|]*)\|/gm)].map(([, verb = "", takes = ""]) => [
    verb,
    [...takes.matchAll(/`(\w+\??)`/g)].map(([, name]) => name),
  ]);
  const served = Object.keys(verbs).map((verb) => [
    verb,
    Object.entries(fieldsOf(verb as VerbName)).map(([name, field]) => (takesNull(field) ? `${name}?` : name)),
  ]);
  expect(documented).toEqual(served);
});

/** JSON fields take anything; that of a transaction is needed. */
function takesNull({ read }: { read(json: unknown): unknown }): boolean {
  try {
    return read(null) === undefined;
  } catch {
    return false;
  }
}
