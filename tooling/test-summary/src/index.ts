import type { Reporter, TestCase, TestModule } from "vitest/node";

/**
 * Closes a test run with the one line that scripts read: `N passed, N failed`, and what was skipped. Before it, it names every
 * test that passed only when it was tried again.
 */
export default class TestSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0;
    let skipped = 0;
    // A file that did not load, or an error outside any test, is a failure that no test reports.
    let failed = unhandledErrors.length;
    const flaky: string[] = [];
    for (const module of modules) {
      if (module.errors().length > 0) failed++;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === "passed") passed++;
        else if (state === "failed") failed++;
        else skipped++;
        if (test.diagnostic()?.flaky === true)
          flaky.push(`flaky: ${module.relativeModuleId} > ${test.fullName}${firstFault(test)}\n`);
      }
    }
    process.stdout.write(
      `${flaky.join("")}${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`,
    );
  }
}

/** What went wrong the first time, on one line. */
function firstFault(test: TestCase): string {
  const message = test.result().errors?.[0]?.message;
  return message === undefined ? "" : `: ${message.split("\n", 1)[0]}`;
}
