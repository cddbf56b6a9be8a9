import type { Browser, Page } from "playwright-core";

/** Width and height of a screen in pixels. */
export interface Screen {
  readonly width: number;
  readonly height: number;
}

/** A desk's screen, and a phone's. */
export const screens: readonly [desk: Screen, phone: Screen] = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
];

/** A page that takes note of everything a good page does not do. */
export interface WatchedPage {
  readonly page: Page;
  /** Console errors, uncaught exceptions, policy violations and requests to other hosts; empty when all is well. */
  readonly complaints: readonly string[];
}

/** Opens a page of its own context and watches it. @param origins - the only hosts that may be asked */
export async function openWatchedPage(
  browser: Browser,
  origins: readonly string[],
  screen: Screen = screens[0],
): Promise<WatchedPage> {
  const page = await browser.newPage({ viewport: screen });
  // The limit of the test ends what hangs.
  page.setDefaultTimeout(120_000);
  const complaints: string[] = [];
  page.on("console", (message) => {
    // An error answer that a test asks for is reported by the browser too, as is that of a busy node; it is no fault of the page.
    if (message.type() === "error" && !/the server responded with a status of (?:4\d\d|503)/.test(message.text())) {
      complaints.push(`console: ${message.text()}`);
    }
  });
  page.on("pageerror", (error) => complaints.push(`exception: ${error.message}`));
  // Listening costs far less than to hold up every request, and leaves the browser its cache. Nothing foreign is reached: the browser
  // resolves no other host.
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith("data:") && !origins.some((origin) => url.startsWith(`${origin}/`)))
      complaints.push(`foreign request: ${url}`);
  });
  return { page, complaints };
}
