import { readBlocks } from "@ledger/doctest/blocks";
import { expect, test } from "vitest";
import { claimsOf, missingLine, splitCommands } from "../src/run/commands.ts";
import { isWorkflow, workflowCommands } from "../src/run/workflow.ts";

test("the blocks of a page have their language, line, file, and why they cannot run", () => {
  const page =
    '# x\n\n```sh no-run: needs Docker\ndocker ps\n```\n\n- in a list\n\n  ```ts\n// shop.test.ts\nconst x = "```";\n  ```\n\n## y\n```\nplain\n```\n';
  expect(readBlocks(page)).toEqual([
    { language: "sh", noRun: "needs Docker", line: 3, section: 1, text: "docker ps", file: undefined },
    {
      language: "ts",
      noRun: undefined,
      line: 9,
      section: 1,
      text: '// shop.test.ts\nconst x = "```";',
      file: "shop.test.ts",
    },
    { language: "", noRun: undefined, line: 15, section: 14, text: "plain", file: undefined },
  ]);
  expect(readBlocks("```html\n<!-- a.html -->\n```").map(({ file }) => file)).toEqual(["a.html"]);
  expect(() => readBlocks("```ts norun\n```")).toThrow("line 1 says norun");
  expect(() => readBlocks("```ts\n")).toThrow("the block of line 1 is not closed");
});

test("a command goes on after a backslash, and inside of quotes", () => {
  const block = "npm install\n\ncurl 'http://x/?a=1&b=2' \\\n  -d '{\"a\":\n1}'\necho it\\'s \"done\"\n";
  expect(splitCommands(block)).toEqual([
    { text: "npm install", line: 1 },
    { text: "curl 'http://x/?a=1&b=2' \\\n  -d '{\"a\":\n1}'", line: 3 },
    { text: 'echo it\\\'s "done"', line: 6 },
  ]);
});

test("a node claims its port and its folder, and so does what writes its ledger", () => {
  expect(claimsOf("npx ledger-node start")).toEqual(["port 8080", "./data"]);
  expect(claimsOf("npx ledger-node start --listen 127.0.0.1:9000 --data-dir ./x")).toEqual(["port 9000", "./x"]);
  expect(claimsOf("npm start -- --data-dir ./x", true)).toEqual(["port 8080", "./x"]);
  expect(claimsOf("npx ledger-node start --store postgres://db.example/ledger")).toEqual(["port 8080"]);
  expect(claimsOf("npx ledger-node devnet --port 8180")).toEqual(["port 8180"]);
  expect(claimsOf("npx ledger-node prune --data-dir ./x")).toEqual(["./x"]);
  expect(claimsOf("npx ledger-node backup ./b.db --data-dir ./x")).toEqual([]);
  expect(claimsOf("npm install")).toEqual([]);
});

test("shown output has to come in its order; an ellipsis stands for anything, a space for any other", () => {
  const printed = "\u001b[1mchain\u001b[0m   4, version 17\naccount 0x1\nbalance (5)\n";
  expect(missingLine("chain …, version …\n\nbalance (…)", printed)).toBeUndefined();
  expect(missingLine("balance (5)\naccount 0x1", printed)).toBe("account 0x1");
  expect(missingLine("balance .5.", printed)).toBe("balance .5.");
  expect(missingLine("chain 5", printed)).toBe("chain 5");
});

test("a workflow has a command for each step that is no action of others", () => {
  expect([".github/workflows/test.yml", "test.yml", ".github/ci.yml"].map(isWorkflow)).toEqual([true, false, false]);
  const steps =
    "    steps:\n      - uses: actions/checkout@v5\n      - run: npm ci\n      - run: |\n          a\n          b\n";
  const workflow = `on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n${steps}`;
  expect(workflowCommands(workflow)).toEqual(["npm ci", "a\nb"]);
  for (const [wrong, reason] of [
    [workflow.replace("on: push\n", ""), "says nothing of when"],
    [workflow.replace("runs-on", "run-on"), "needs runs-on and steps"],
    [workflow.replace("run: npm ci", "runs: npm ci"), "needs either uses or run"],
    ["- a", "is not an object"],
  ] as const)
    expect(() => workflowCommands(wrong), reason).toThrow(reason);
});
