import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createProgram } from "../src/cli/program.ts";
import { startGroups } from "../src/config/start-options.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const { commands } = createProgram({ signal: new AbortController().signal, release() {}, onHangup() {} });

/** Rows of the README's table of options: flag, environment name, default. */
const rows = readme
  .split("\n")
  .filter((line) => line.startsWith("| `--"))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("`", "")))
  .filter(([, , env]) => env?.startsWith("LEDGER_"));

test("the README's table has every option of start, in order, with its environment name", () => {
  const start = commands.find((command) => command.name() === "start")!;
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.map(([, flag, env]) => [flag?.split(" ")[0], env])).toEqual(
    start.options.map(({ long, envVar }) => [long, envVar]),
  );
});

test("the README has a table for every group of the help, in order", () => {
  const [, options = ""] = readme.split("## Options of `start`");
  const titles = [...options.split("\n## ")[0]!.matchAll(/^### (.*)$/gm)].map(([, title]) => title);
  expect(titles).toEqual(startGroups.map(({ title }) => title));
});

test("the README's table states the defaults", () => {
  const start = commands.find((command) => command.name() === "start")!;
  for (const { long, defaultValue, defaultValueDescription } of start.options) {
    if (defaultValue === undefined) continue;
    const [, , , stated] = rows.find(([, flag]) => flag?.startsWith(`${long} `))!;
    expect(stated, long).toBe(String(defaultValueDescription ?? defaultValue));
  }
});

test("every command that takes options says what each is for", () => {
  for (const command of commands) {
    for (const { long, description } of command.options) expect(description, `${command.name()} ${long}`).not.toBe("");
  }
});
