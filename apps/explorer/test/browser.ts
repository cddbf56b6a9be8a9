import { needsBrowser } from "@ledger/browser";
import { describe } from "vitest";

export { openWatchedPage, type Screen, screens } from "@ledger/browser";
export { openTestBrowser } from "@ledger/browser/open-test-browser";

/** Groups tests that need a real browser. Where none is installed the group is reported as skipped. */
export function describeInBrowser(name: string, tests: () => void): void {
  describe(name, needsBrowser, tests);
}
