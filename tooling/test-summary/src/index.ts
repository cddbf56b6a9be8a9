import type { Reporter, TestModule } from "vitest/node";

/** Closes a test run with the one line that scripts read: `N passed, N failed`, and what was skipped. */
export default class TestSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0;
    let skipped = 0;
    // A file that did not load, or an error outside any test, is a failure that no test reports.
    let failed = unhandledErrors.length;
    for (const module of modules) {
      if (module.errors().length > 0) failed++;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === "passed") passed++;
        else if (state === "failed") failed++;
        else skipped++;
      }
    }
    process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`);
  }
}
