import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDataDir, runCommandIn } from "@ledger/node-process";
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
    ["a wrong value", "listen: 8080\n", "node.yaml:1: listen: expected HOST:PORT"],
    ["a wrong value in a list", "follow: [https://a.example, ftp://b]\n", "node.yaml:1: follow: expected the URL"],
    ["a wrong choice", "role: leader\n", "node.yaml:1: role: Allowed choices are full, api"],
    ["a list of what there is one of", "listen: [a:1, b:2]\n", "node.yaml:1: listen: expected one value, not a list"],
    ["a key without a value", "workers: 2\nlisten:\n", "node.yaml:2: listen: expected a value"],
    ["a mapping", "workers: { count: 2 }\n", "node.yaml:1: workers: expected a value"],
    ["a key that is given twice", "workers: 2\nworkers: 3\n", "node.yaml:2: Map keys must be unique"],
    ["no mapping", "- 1\n", "node.yaml:1: expected lines such as"],
    ["broken YAML", 'workers: "2\n', "node.yaml:"],
    ["a contradiction", "\nagreement: 3\nfollow: https://a.example\n", "node.yaml:2: agreement: 3 needs as many"],
    ["a window that needs another", "start-version: 7\n", "node.yaml:1: start-version: needs --follow or --backup"],
    ["a file that is not there", "store-password-file: /nowhere/it\n", "node.yaml:1: store-password-file: cannot read"],
  ])("%s", async (_, yaml, text) => {
    const { code, output } = await runWith(yaml, ["config", "check"]);
    expect(output).toContain(text);
    expect(code).toBe(1);
  });

  test("a contradiction between the file and a variable", async () => {
    const { code, output } = await runWith("workers: 2\n", ["config", "check"], { LEDGER_AGREEMENT: "2" });
    expect([code, output]).toEqual([1, expect.stringContaining("LEDGER_AGREEMENT: 2 needs as many --follow")]);
  });

  test.each([
    ["LEDGER_LISTN", "; did you mean 'LEDGER_LISTEN'?"],
    ["LEDGER_ZEBRA", " belongs to no option\n"],
  ])("the variable %s", async (name, text) => {
    const { code, output } = await runCommandIn({ [name]: "127.0.0.1:1" }, "config", "check");
    expect([code, output]).toEqual([1, expect.stringContaining(`${name} belongs to no option`)]);
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
    [["stat"], "unknown command 'stat'; did you mean 'start'?"],
    [["verfy"], "unknown command 'verfy'; did you mean 'verify'?"],
    [["version"], "unknown command 'version'"],
    [["start", "--folow", "x"], "Did you mean --follow?"],
  ])("the words %j", async (words, text) => {
    const { code, output } = await runCommandIn({}, ...words);
    expect([code, output]).toEqual([1, expect.stringContaining(text)]);
  });
});
