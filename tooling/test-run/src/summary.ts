import { join } from "node:path";
import type { Reporter, TestCase, TestModule, Vitest } from "vitest/node";
import { costsOf, type FileCost, writeCosts } from "./costs.ts";
import { processorLimit } from "./processor-limit.ts";
import { sharedCosts } from "./shared-costs.ts";
import { noStarts, type Started } from "./starts.ts";
import { testOrder } from "./test-order.ts";

/** How many of the dearest files are named. */
const dearestFiles = 10;

/**
 * Closes a test run: names the slowest files, the skipped tests by what they need, the tests that failed or passed only when they
 * were tried again, and the files that break the rules of their project. The last line is the one that scripts read: `N passed, N failed`.
 */
export default class TestSummary implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const costs = costsOf(modules);
    const shared = [...sharedCosts()].map(([name, read]) => [name, read()] as const);
    const ownSeconds = costs.reduce((sum, { processorSeconds }) => sum + processorSeconds, 0);
    const runSeconds = shared.reduce((sum, [, seconds]) => sum + seconds, ownSeconds);
    const faults = modules.flatMap((module) => faultsOf(module, runSeconds));
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length;
    // A file that did not load, or an error outside any test, is a failure that no test reports.
    const broken = modules.filter((module) => module.errors().length > 0).length;
    const failed = count("failed") + broken + unhandledErrors.length + faults.length;
    const skipped = tests.length - count("passed") - count("failed");
    // One file for each set of projects, so that the runs of CI stand side by side.
    const projects = [...new Set(costs.map(({ project }) => project || "tests"))].sort().join("+");
    if (costs.length > 0)
      writeCosts(join(this.#vitest?.config.root ?? ".", ".cache/test-costs", `${projects}.json`), costs);
    const lines = [
      ...costs.slice(0, dearestFiles).map(describeCost),
      ...shared.map(([name, seconds]) => `shared: ${seconds.toFixed(1)} s of processor time: ${name}`),
      totalOf(costs, runSeconds),
      ...skippedByNeed(tests),
      ...modules.filter((module) => !module.ok()).map((module) => `repeat: ${this.#commandOf(module)}`),
      ...tests.filter((test) => test.result().state === "failed").map((test) => `failed: ${describeFailure(test)}`),
      ...tests.filter((test) => test.diagnostic()?.flaky === true).map((test) => `flaky: ${describeFailure(test)}`),
      ...faults.map((fault) => `fault: ${fault}`),
      `${count("passed")} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`,
    ];
    process.stdout.write(`${lines.join("\n")}\n`);
    if (faults.length > 0) process.exitCode = 1;
  }

  /** The command that runs a file again as it was run. */
  #commandOf({ project, relativeModuleId }: TestModule): string {
    const variables = Object.entries({
      TEST_ORDER: project.name === "units" ? testOrder()?.toString() : undefined,
      TEST_SEED: process.env.TEST_SEED,
      TEST_EFFORT: process.env.TEST_EFFORT,
    });
    const settings = variables.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value} `]));
    return `${settings.join("")}pnpm exec vitest run ${project.name && `--project ${project.name} `}${relativeModuleId}`;
  }
}

/** Rules that a file breaks. Costs that a busy machine may cause fail a run in CI only. @param runSeconds - processor time of all files */
function faultsOf(module: TestModule, runSeconds: number): string[] {
  const { leftBehind = [], processorSeconds = 0 } = module.meta();
  const faults = leftBehind.map((left) => `${module.relativeModuleId} leaves behind: ${left}`);
  const { name } = module.project;
  const limit = processorLimit(name, runSeconds);
  if (process.env.CI === "true" && limit !== undefined && processorSeconds > limit) {
    const cure = name === "units" ? "Split it, or name it *.whole.test.ts." : "Start less, or try fewer cases.";
    faults.push(
      `${module.relativeModuleId} takes ${processorSeconds.toFixed(1)} s of processor time; a file of the project "${name}" may ` +
        `take ${limit.toFixed(1)} s. ${cure}`,
    );
  }
  return faults;
}

function describeCost({ file, processorSeconds, wallSeconds, starts }: FileCost): string {
  const started = Object.entries(starts).filter(([, count]) => count > 0);
  const list = started.length === 0 ? "" : ` (${started.map(([kind, count]) => `${count} ${kind}`).join(", ")})`;
  return `dear: ${processorSeconds.toFixed(1)} s of processor time, ${wallSeconds.toFixed(1)} s of wall time: ${file}${list}`;
}

/** @param seconds - processor seconds of the run, with those that belong to no file */
function totalOf(costs: readonly FileCost[], seconds: number): string {
  const sum = (kind: Started): number => costs.reduce((total, { starts }) => total + starts[kind], 0);
  const started = (Object.keys(noStarts) as Started[]).map((kind) => `${sum(kind)} ${kind}`);
  return `in all: ${seconds.toFixed(0)} s of processor time, ${started.join(", ")} started`;
}

/** One line for each reason. */
function skippedByNeed(tests: readonly TestCase[]): string[] {
  const byNeed = new Map<string, string[]>();
  for (const test of tests) {
    const result = test.result();
    if (result.state !== "skipped") continue;
    const need = test.meta().needs ?? result.note ?? "another test (this one is switched off in its file)";
    byNeed.set(need, [...(byNeed.get(need) ?? []), `${test.module.relativeModuleId} > ${test.fullName}`]);
  }
  return [...byNeed].map(([need, names]) => `skipped: ${names.length} that need ${need}: ${shortList(names)}`);
}

/** The first names, and how many more there are. */
function shortList(names: readonly string[]): string {
  const shown = names.slice(0, 3).join("; ");
  return names.length > 3 ? `${shown}; and ${names.length - 3} more` : shown;
}

/** The name of a test that failed, and how, on one line. */
function describeFailure(test: TestCase): string {
  const message = test.result().errors?.[0]?.message?.split("\n", 1)[0];
  return `${test.module.relativeModuleId} > ${test.fullName}${message === undefined ? "" : `: ${message}`}`;
}
