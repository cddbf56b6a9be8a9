import { spawn } from "node:child_process";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";
import type { Entry, Step } from "./entry.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** The repository's tools come first, so that they are found even if `pnpm` did not start this process. */
const path = [fileURLToPath(new URL("../../../node_modules/.bin", import.meta.url)), process.env.PATH].join(delimiter);

/** Long test files are silent for minutes, so each test is reported as soon as it ends. */
const reporters = ["verbose", "./tooling/test-run/src/summary.ts"].map((name) => `--reporter=${name}`);

/** A command line, and what is added to its environment. */
export interface Command {
  readonly line: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Builds what an entry needs. */
export function buildCommand(needs: "bundle" | "build"): Command {
  const only = needs === "bundle" ? ["--filter=ledger-node"] : [];
  return { line: ["node", "tooling/launch/src/turbo.mjs", "run", needs, ...only, "--output-logs=errors-only"] };
}

/** The command of a step. @param args - options of the command line; the runner of tests gets those that are not `--effort` and `--seed` */
export function commandOf(step: Step, args: readonly string[]): Command {
  if ("command" in step) return { line: [...step.command, ...args] };
  const { project, tests, named, effort: usual } = step;
  const others = [...args];
  const effort = takeOption(others, "--effort") ?? String(usual);
  const seed = takeOption(others, "--seed") ?? drawSeed();
  const name = named === undefined ? [] : ["--testNamePattern", named];
  return {
    line: [
      "node",
      "node_modules/vitest/vitest.mjs",
      "run",
      ...reporters,
      "--project",
      project,
      ...name,
      ...tests,
      ...others,
    ],
    env: { TEST_EFFORT: effort, TEST_SEED: seed },
  };
}

/** Takes an option and its value out of a command line. */
function takeOption(args: string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args.splice(at, 2)[1];
}

/** Each run tries something else; the names of the tests tell the seed. */
function drawSeed(): string {
  return String(Math.floor(Math.random() * 1_000_000));
}

/** Runs a command in the repository's root. @returns its exit code, and what it printed where that is collected */
export function runCommand(
  { line: [name, ...args], env }: Command,
  output: "inherit" | "pipe" = "inherit",
): Promise<{ readonly code: number | null; readonly text: string }> {
  const child = spawn(name === "node" ? process.execPath : name!, args, {
    cwd: root,
    stdio: ["ignore", output, output],
    env: { ...process.env, PATH: path, ...env },
    // The tools of the repository are scripts of a shell there.
    shell: process.platform === "win32" && name !== "node",
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
  }
  // A terminal sends SIGINT to the command, too; of SIGTERM it would hear nothing. Either way what it has started ends with it.
  let signal: NodeJS.Signals | undefined;
  const onSignal = (name: NodeJS.Signals): void => {
    signal = name;
    if (name === "SIGTERM") child.kill(name);
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
      if (signal === undefined) resolve({ code, text });
      else process.kill(process.pid, signal);
    });
  });
}

/** Runs all steps of an entry, also those after one that fails. @returns whether all went well */
export async function runEntry({ needs, steps }: Entry, args: readonly string[]): Promise<boolean> {
  const commands = steps.map((step) => commandOf(step, args));
  if (needs !== undefined && (await runCommand(buildCommand(needs))).code !== 0) return false;
  let isGood = true;
  for (const command of commands) {
    if (command.env !== undefined) process.stdout.write(`== ${describe(command.env)}\n`);
    if ((await runCommand(command)).code !== 0) isGood = false;
  }
  return isGood;
}

function describe(env: Readonly<Record<string, string>>): string {
  return Object.entries(env)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
}
