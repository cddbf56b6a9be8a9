import { pathToFileURL } from "node:url";
import { browserPath, launchBrowser } from "@ledger/browser";

/** Opens a page from its file, in a browser where there is one. @throws Error when it complains, or shows nothing */
export async function openPage(path: string): Promise<void> {
  if (browserPath === undefined) return;
  await using browser = await launchBrowser();
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await page.goto(pathToFileURL(path).href);
  const shows = await page
    .waitForFunction("document.body?.textContent.trim() !== ''", undefined, { timeout: 30_000 })
    .catch(() => undefined);
  if (shows === undefined) complaints.push("it shows nothing");
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
}
