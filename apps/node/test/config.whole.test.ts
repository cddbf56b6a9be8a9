import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDataDir, runCommand, runCommandIn } from "@ledger/node-process";
import { describe, expect, test } from "vitest";

/** Runs a command with a configuration file. */
async function runWith(yaml: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  using folder = createDataDir();
  const path = join(folder.path, "node.yaml");
  writeFileSync(path, yaml);
  const { code, output } = await runCommandIn(env, ...args, "--config", path);
  return { code, output: output.replaceAll(path, "node.yaml") };
}

/** The line of `config show` about a setting. */
const lineOf = (output: string, key: string): string[] =>
  output
    .split("\n")
    .find((line) => line.startsWith(`${key} `))
    ?.split(/ {2,}/) ?? [];

describe("a setting comes from", () => {
  const yaml = `
# who listens
listen: 127.0.0.1:8081
log-level: debug
follow:
  - https://a.example/v1
  - https://b.example/v1
state-window: 1000
`;

  test("a flag before a variable before the file before the default", async () => {
    const { code, output } = await runWith(yaml, ["config", "show", "--log-level", "warn"], {
      LEDGER_LOG_LEVEL: "error",
      LEDGER_STATE_WINDOW: "2000",
    });
    expect(code).toBe(0);
    expect(lineOf(output, "log-level")).toEqual(["log-level", "warn", "--log-level"]);
    expect(lineOf(output, "state-window")).toEqual(["state-window", "2000", "LEDGER_STATE_WINDOW"]);
    expect(lineOf(output, "listen")).toEqual(["listen", "127.0.0.1:8081", "node.yaml:3"]);
    expect(lineOf(output, "follow")).toEqual(["follow", "https://a.example/v1,https://b.example/v1", "node.yaml:5"]);
    expect(lineOf(output, "workers")).toEqual(["workers", "1", "default"]);
  });

  test("the file that a variable names", async () => {
    using folder = createDataDir();
    const path = join(folder.path, "node.yaml");
    writeFileSync(path, "workers: 3\n");
    const { output } = await runCommandIn({ LEDGER_CONFIG: path }, "config", "show");
    expect(lineOf(output, "workers")).toEqual(["workers", "3", `${path}:1`]);
  });
});

test("passwords are not shown", async () => {
  const { output } = await runWith("store: postgres://ledger:geheim@db.example/ledger\n", ["config", "show"]);
  expect(lineOf(output, "store")[1]).toBe("postgres://ledger:***@db.example/ledger");
  expect(output).not.toContain("geheim");
});

test.each([
  [
    "as a parameter",
    "postgres://ledger@db.example/ledger?password=geheim&sslmode=require",
    "?password=***&sslmode=require",
  ],
  ["as a parameter whose name is encoded", "postgres://ledger@db.example/ledger?%70assword=geheim", "?%70assword=***"],
  ["for a key", "postgres://ledger@db.example/ledger?sslmode=require&sslpassword=geheim", "&sslpassword=***"],
  ["percent-encoded", "postgres://ledger:geh%65im@db.example/ledger", "ledger:***@db.example"],
  ["behind an encoded colon", "postgres://ledger%3Ageheim@db.example/ledger", "ledger:***@db.example"],
])("nor is a password that is given %s", async (_, url, shown) => {
  const { output } = await runWith(`store: ${url}\n`, ["config", "show"]);
  expect(lineOf(output, "store")[1]).toContain(shown);
  expect(output).not.toMatch(/geh(?:e|%65)im/);
  const { code, output: refusal } = await runCommand("config", "check", "--store", url);
  expect([code, refusal]).toEqual([1, expect.stringContaining("must not hold a password")]);
  expect(refusal).not.toMatch(/geh(?:e|%65)im/);
});

test("nor are any other secrets, wherever they come from", async () => {
  const yaml = `
store: postgres://ledger:geh@eim@db.example/ledger
read-store: postgres://ledger:geheim@replica.example/ledger
fork: https://node.example/v1
fork-header: ["X-Key: geheim", "X-Other: geheim"]
`;
  const { code, output } = await runWith(yaml, ["config", "show"], { LEDGER_FORK_API_KEY: "geheim" });
  expect(code).toBe(0);
  expect(lineOf(output, "store")[1]).toBe("postgres://ledger:***@db.example/ledger");
  expect(lineOf(output, "fork-api-key").slice(1)).toEqual(["***", "LEDGER_FORK_API_KEY"]);
  expect(lineOf(output, "fork-header").slice(1)).toEqual(["***", "node.yaml:5"]);
  expect(output).not.toMatch(/geh@?eim|eim@/);
});

test.each([
  ["LEDGER_STORE", "postgres://ledger:geheim@db.example:54x2/ledger", "expected the URL of a PostgreSQL server"],
  ["LEDGER_READ_STORE", "mysql://ledger:geheim@db.example/ledger", "expected the URL of a PostgreSQL server"],
  ["LEDGER_FORK_HEADER", "geheim", "expected headers"],
  ["LEDGER_FOLLOW", "http:ledger:geheim@node.example/v1", "a user name or password"],
  ["LEDGER_FORK", "https://ledger:geheim@node.example/v1@7", "a user name or password"],
])("a secret in %s that cannot be used is refused without being printed", async (name, value, text) => {
  const { code, output } = await runCommandIn({ [name]: value }, "config", "check");
  expect([code, output]).toEqual([1, expect.stringContaining(`${name}: `)]);
  expect(output).toContain(text);
  expect(output).not.toContain("geheim");
});

test("files that are named are looked for before a start is tried", async () => {
  using folder = createDataDir();
  const waypoint = `0:${"12".repeat(32)}`;
  const good = `waypoint: ${waypoint}\ngenesis: https://node.example/genesis.blob\nbackup: https://node.example/backup\n`;
  expect((await runWith(good, ["config", "check"])).code).toBe(0);
  for (const key of ["genesis", "backup", "waypoint", "tls-cert"]) {
    const { code, output } = await runWith(`workers: 2\n${key}: ${folder.path}/none\n`, [
      ...["config", "check"],
      ...(key === "tls-cert" ? ["--tls-key", `${folder.path}/none`] : []),
    ]);
    expect([code, output]).toEqual([1, expect.stringContaining(`node.yaml:2: ${key}: cannot read`)]);
  }
});

test("a file with the password of the server that is not there is named, in one line", async () => {
  const at = ["--store", "postgres://ledger@127.0.0.1:1/ledger", "--store-password-file", "/nowhere/it"];
  for (const command of [["stats"], ["start", "--listen", "127.0.0.1:0"]]) {
    const { code, output } = await runCommandIn({}, ...command, ...at);
    expect(code).toBe(1);
    expect(output).toBe("invalid_config: --store-password-file: cannot read /nowhere/it (ENOENT)\n");
  }
});

test("a file may hold the settings of other commands", async () => {
  using folder = createDataDir();
  const { code, output } = await runWith(`listen: 127.0.0.1:0\ndata-dir: ${folder.path}\n`, ["verify"]);
  expect(code).toBe(1);
  expect(output).toContain(`there is no ledger in ${folder.path}`);
});

test("what can be used is said to be", async () => {
  const { code, output } = await runWith("workers: 2\nmax-page: [modules=100, events=50]\n", ["config", "check"]);
  expect([code, output]).toEqual([0, expect.stringMatching(/can be used: 0 .*, 2 from the file, \d+ defaults/)]);
});

describe("refused, with its place and what was meant:", () => {
  test.each([
    ["an unknown key", "\nfolow: x\n", "node.yaml:2: unknown key 'folow'; did you mean 'follow'?"],
    ["a key like no other", "zebra: 1\n", "node.yaml:1: unknown key 'zebra'\n"],
    ["a wrong value", "listen: here\n", "node.yaml:1: listen: expected HOST:PORT"],
    ["a wrong value in a list", "follow: [https://a.example, ftp://b]\n", "node.yaml:1: follow: expected the URL"],
    ["a wrong choice", "role: leader\n", "node.yaml:1: role: Allowed choices are full, api"],
    ["a list of what there is one of", "listen: [a:1, b:2]\n", "node.yaml:1: listen: expected one value, not a list"],
    ["a key without a value", "workers: 2\nlisten:\n", "node.yaml:2: listen: expected a value"],
    ["a mapping", "workers: { count: 2 }\n", "node.yaml:1: workers: expected a value"],
    ["a key that is given twice", "workers: 2\nworkers: 3\n", "node.yaml:2: Map keys must be unique"],
    ["a key that is no name", "workers: 2\n8080: x\n", "node.yaml:2: expected the name of an option"],
    ["no mapping", "- 1\n", "node.yaml:1: expected lines such as"],
    ["broken YAML", 'workers: "2\n', "node.yaml:"],
    [
      "a contradiction",
      "\nagreement: 3\nfollow: https://a.example\n",
      "node.yaml:2: agreement: 3 needs at least as many",
    ],
    [
      "a waypoint that nobody would compare",
      `role: api\nwaypoint: 0:${"12".repeat(32)}\n`,
      "node.yaml:1: role: 'api' cannot be combined with",
    ],
    ["a replica of nothing", "read-store: postgres://u@h/d\n", "node.yaml:1: read-store: needs --store"],
    ["a window that needs another", "start-version: 7\n", "node.yaml:1: start-version: needs --follow or --backup"],
    ["a file that is not there", "store-password-file: /nowhere/it\n", "node.yaml:1: store-password-file: cannot read"],
  ])("%s", async (_, yaml, text) => {
    const { code, output } = await runWith(yaml, ["config", "check"]);
    expect(output).toContain(text);
    expect(code).toBe(1);
  });

  test("a contradiction between the file and a variable", async () => {
    const { code, output } = await runWith("workers: 2\n", ["config", "check"], { LEDGER_AGREEMENT: "2" });
    expect([code, output]).toEqual([
      1,
      expect.stringContaining("LEDGER_AGREEMENT: 2 needs at least as many upstreams in --follow"),
    ]);
  });

  test.each([
    ["LEDGER_LISTN", "; did you mean 'LEDGER_LISTEN'?"],
    ["LEDGER_ZEBRA", " does not belong to any option\n"],
  ])("the variable %s", async (name, text) => {
    const { code, output } = await runCommandIn({ [name]: "127.0.0.1:1" }, "config", "check");
    expect([code, output]).toEqual([1, expect.stringContaining(`${name} does not belong to any option`)]);
    expect(output).toContain(text);
  });

  test("but not what an orchestrator sets for a service of this name", async () => {
    const set = {
      LEDGER_PORT: "tcp://10.0.0.1:80",
      LEDGER_NODE_SERVICE_HOST: "10.0.0.1",
      LEDGER_PORT_80_TCP_ADDR: "x",
    };
    expect((await runCommandIn(set, "config", "check")).code).toBe(0);
  });

  test.each([
    [["strat"], "unknown command 'strat'\n(Did you mean start?)"],
    [["stat", "--listen", "0"], "unknown command 'stat'\n(Did you mean one of start, stats?)"],
    [["verfy"], "unknown command 'verfy'\n(Did you mean verify?)"],
    [["config", "chek"], "unknown command 'chek'\n(Did you mean check?)"],
    [["version"], "unknown command 'version'"],
    [["--folow", "x"], "Did you mean --follow?"],
    [["start", "--folow", "x"], "Did you mean --follow?"],
  ])("the words %j", async (words, text) => {
    const { code, output } = await runCommandIn({}, ...words);
    expect([code, output]).toEqual([1, expect.stringContaining(text)]);
  });
});
