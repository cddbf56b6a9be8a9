import { askDoor } from "@ledger/test-run/door";
import { countStart } from "@ledger/test-run/starts";
import { type Browser, chromium } from "playwright-core";
import { inject } from "vitest";
import type { BrowserAnswer } from "./test-browser.ts";

/** Connects a test file to the browser of the run. Closing it closes the file's own pages, and leaves the browser to the others. */
export async function openTestBrowser(): Promise<Browser> {
  const { endpoint, isNew } = await askDoor<BrowserAnswer>(inject("testBrowser"));
  if (isNew) countStart("browsers");
  return chromium.connect(endpoint);
}
