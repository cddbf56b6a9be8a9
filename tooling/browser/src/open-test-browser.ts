import { countStart } from "@ledger/test-run/starts";
import { type Browser, chromium } from "playwright-core";
import { inject } from "vitest";
import type { BrowserAnswer } from "./test-browser.ts";

/** Connects a test file to the browser of the run. Closing it closes the file's own pages, and leaves the browser to the others. */
export async function openTestBrowser(): Promise<Browser> {
  const response = await fetch(inject("testBrowser"));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  const { endpoint, isNew } = JSON.parse(text) as BrowserAnswer;
  if (isNew) countStart("browsers");
  return chromium.connect(endpoint);
}
