import { describe, expect, test } from "vitest";
import type { OptionRecord } from "../config/option.ts";
import type { StartOptions } from "../config/start-options.ts";
import { startGroups } from "../config/start-options.ts";
import { guidesUrl } from "../config/table-option.ts";
import { createProgram, withCommand } from "./program.ts";
import type { StartCommand } from "./run-start.ts";

const stop = { signal: new AbortController().signal, release() {}, onHangup() {} };

/** What `start` is called with. @throws CommanderError with what is printed */
async function parse(...words: string[]): Promise<StartOptions> {
  const taken = Promise.withResolvers<StartCommand>();
  const program = createProgram(stop, { onStart: taken.resolve, isQuiet: true });
  await program.parseAsync(withCommand(["node", "ledger-node", ...words]));
  return (await taken.promise).options;
}

test.each([
  [[], ["start"]],
  [
    ["--listen", "0"],
    ["start", "--listen", "0"],
  ],
  [["--listen=0"], ["start", "--listen=0"]],
  [["--help"], ["--help"]],
  [["-V"], ["-V"]],
  [
    ["start", "--help"],
    ["start", "--help"],
  ],
  [["strat"], ["strat"]],
])("the words %j run %j", (words, run) => {
  expect(withCommand(["node", "script", ...words])).toEqual(["node", "script", ...run]);
});

describe("the help", () => {
  const program = createProgram(stop);
  const leaves = program.commands.flatMap((command) => (command.commands.length > 0 ? command.commands : [command]));
  const helpOf = (name: string): string => {
    let text = "";
    const command = leaves.find((leaf) => leaf.name() === name)!;
    command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
    return text;
  };

  test.each(["start", "check", "show"])("of %s shows every option in a group with its example", (name) => {
    const help = helpOf(name);
    for (const { title, example, options } of startGroups) {
      const at = help.indexOf(`\n${title}:\n  $ ${example}\n  ${Object.values<OptionRecord>(options)[0]!.flag}`);
      expect(at, title).toBeGreaterThan(0);
    }
    // Only the option for help is in no group.
    expect(help.split("\nOptions:\n")[1]).toMatch(/^ {2}-h, --help .*\n\nGuides: /);
    expect(help.trimEnd().endsWith(guidesUrl)).toBe(true);
  });

  test("of every other command has an example of it and the guides' address", () => {
    const others = leaves.map((leaf) => leaf.name()).filter((name) => !["start", "check", "show"].includes(name));
    expect(others).toContain("restore");
    for (const name of others) {
      expect(helpOf(name), name).toMatch(
        new RegExp(`\nExample:\n  \\$ ledger-node (?:db |index )?${name} .*\n\nGuides: https:`),
      );
    }
  });

  test.each(startGroups.map(({ example }) => example))("has examples that can be typed: %s", async (example) => {
    const [program, ...words] = example.split(" ");
    expect(program).toBe("ledger-node");
    // The file is not there; that it is looked for is enough.
    const parsed = parse(...words);
    if (words.includes("--config")) await expect(parsed).rejects.toThrow("ledger.yaml: cannot be read");
    else expect(await parsed).toHaveProperty("listen");
  });
});

describe("refused where it is typed, because it would have no effect:", () => {
  test.each([
    ["--agreement 1", "--agreement: 1 needs at least as many upstreams in --follow"],
    ["--event-roots warn", "--event-roots: needs --follow, --backup, --genesis or --network"],
    ["--store-password-file x", "--store-password-file: needs --store or --read-store"],
    ["--follow http://a/v1 --block-interval 5000", "--block-interval: has no effect"],
    ["--follow http://a/v1 --workload on", "--workload: has no effect"],
    ["--genesis a.blob --faucet-listen 8081", "--faucet-listen: has no effect"],
    ["--role api --indexer-listen 8090", "--indexer-listen: has no effect"],
    ["--role api --time-window 7d", "--time-window: has no effect with --role api"],
    ["--role api --disk-budget 1GiB", "--disk-budget: has no effect with --role api"],
    ["--fork http://a/v1 --workload on", "--workload: has no effect"],
    ["--fork http://a/v1 --forward http://a/v1", "--forward: has no effect with --fork"],
    ["--fork-api-key k", "--fork-api-key: needs --fork"],
    ["--fork-header a:b", "--fork-header: needs --fork"],
    ["--fork-concurrency 4", "--fork-concurrency: needs --fork"],
    ["--fork-timeout 100", "--fork-timeout: needs --fork"],
    ["--fork http://a/v1@7 --fork-cache c --fork-offline --fork-timeout 100", "without --fork-offline"],
  ])("%s", async (words, text) => {
    await expect(parse(...words.split(" "))).rejects.toThrow(text);
  });

  test.each([
    "--follow http://a/v1 --workload off --faucet-listen off",
    "--follow http://a/v1 --agreement all --event-roots strict",
    "--fork http://a/v1 --block-interval 0 --workload off --faucet-listen 8081",
    "--fork-offline off",
  ])("but not %s, which gets what it asks for", async (words) => {
    await expect(parse(...words.split(" "))).resolves.toBeDefined();
  });
});
