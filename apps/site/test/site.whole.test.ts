import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { needsBrowser, openWatchedPage, screens } from "@ledger/browser";
import { listMarkdown } from "@ledger/check-docs/files";
import { Random } from "@ledger/random";
import { type RandomRun, randomTest } from "@ledger/test-run";
import { describe, expect, type TestOptions, test } from "vitest";
import { useSite } from "./built-site.ts";
import { looks, walk } from "./walk.ts";

describe("the site", needsBrowser, () => {
  const site = useSite();
  const read = (address: string): string => readFileSync(join(site.folder, address), "utf8");

  test("every link leads somewhere, and every page is led to", () => {
    expect(site.output).toContain(", 0 problems");
  });

  test("every page of the repository is there", () => {
    const files = listMarkdown().filter(({ path }) => !/^(?:\.github|tooling)\//.test(path));
    expect(files.length).toBeGreaterThan(100);
    for (const { path, text } of files) {
      const address = path.replace(/README\.md$/, "index.md").replace(/\.md$/, ".html");
      const [, title = ""] = /^# (.+)$/m.exec(text.replace(/^```[\s\S]*?^```/gm, "")) ?? [];
      expect(
        read(address)
          .match(/<h1[^>]*>(.*?)<\/h1>/)?.[1]
          ?.replace(/<[^>]+>|&quot;/g, ""),
        path,
      ).toBe(title.replace(/[`"]|\[|\]\(.*\)/g, ""));
    }
  });

  test("every public export has its page", () => {
    const reports = ["bcs", "move", "types", "vm", "sync", "executor", "devnet", "local-chain"];
    let count = 0;
    for (const name of reports) {
      const report = readFileSync(new URL(`../../../packages/${name}/api/${name}.api.md`, import.meta.url), "utf8");
      for (const [, exported] of report.matchAll(
        /^export (?:declare )?(?:abstract )?(?:class|const|function|interface|type) (\w+)/gm,
      )) {
        count++;
        // A name that several entry points or packages have is described at one of them.
        const page = new RegExp(`^reference/(?:[a-z-]+/)+${exported}\\.html$`);
        expect(
          site.addresses.some((address) => page.test(address)),
          `${name} ${exported}`,
        ).toBe(true);
      }
    }
    expect(count).toBeGreaterThan(800);
  });

  test("a page that is a file leads to it, and a page that was made does not", () => {
    expect(read("docs/guides/fork.html")).toContain('/blob/main/docs/guides/fork.md">This page as a file');
    for (const made of ["playground", "inspect", "rest", "reference"]) {
      expect(read(`${made}/index.html`), made).toContain("<footer>Ledger Node ");
    }
  });

  test("nothing in a page is inline", () => {
    for (const address of site.addresses) {
      const html = read(address).replace(/<pre[\s\S]*?<\/pre>/g, "");
      expect(html, address).toContain(
        `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'`,
      );
      expect(
        html.match(/<script(?![^>]* src=)[^>]*>|<style|<[^>]+ (?:style|on\w+)=[^>]*>|javascript:/),
        address,
      ).toBeNull();
    }
  });

  test("the landing page weighs less than 60 KB", async () => {
    const { page } = await openWatchedPage(site.browser, [new URL(site.url).origin]);
    const files: string[] = [];
    page.on("request", (request) => files.push(new URL(request.url()).pathname.replace("/some/folder/", "")));
    await page.goto(`${site.url}index.html`, { waitUntil: "networkidle" });
    await page.close();
    expect(files.length).toBeGreaterThan(4);
    const sizes = files.map((file) => gzipSync(readFileSync(join(site.folder, file))).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000);
  });

  // Some pages a run: all of them, which `TEST_EFFORT=100` walks, take half an hour.
  randomTest("authored pages are well, on a desk by day and on a phone at night", some(12), async ({ seed, count }) => {
    const addresses = site.addresses.filter((address) => !/^(?:reference|explorer)\/|runner/.test(address));
    expect(addresses.length).toBeGreaterThan(120);
    expect(await walk(site, sample(addresses, count, seed), () => looks)).toEqual([]);
  });

  randomTest("pages of the reference are well, each in one of these looks", some(24), async ({ seed, count }) => {
    const addresses = site.addresses.filter((address) => address.startsWith("reference/"));
    expect(addresses.length).toBeGreaterThan(1_000);
    expect(await walk(site, sample(addresses, count, seed), (place) => [looks[place % looks.length]!])).toEqual([]);
  });

  test("the search finds by words, names and errors, with the keyboard alone", async () => {
    const { page, complaints } = await openWatchedPage(site.browser, [new URL(site.url).origin], screens[1]);
    const search = async (words: string): Promise<string[]> => {
      await page.goto(`${site.url}docs/guides/fork.html`);
      await page.keyboard.press("/");
      await page.keyboard.type(words);
      await page.locator(".search-box li a").first().waitFor();
      return page
        .locator(".search-box li a")
        .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
    };
    for (const [words, address] of [
      ["version_pruned", "docs/guides/troubleshoot.html"],
      ["fork", "docs/guides/fork.html"],
      ["startLocalNetwork", "reference/devnet/functions/startLocalNetwork.html"],
      ["pruning window", "docs/architecture.html#where-to-change-what"],
      ["verify a balance", "examples/"],
      ["add an endpoint", "docs/architecture.html"],
      ["Get account", "rest/get_account.html"],
    ] as const) {
      expect((await search(words)).join("\n"), words).toContain(address);
    }
    const [first = ""] = await search("fork");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(first);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("the inspector shows the bytes of a link, and where reading them stops", async () => {
    const { page, complaints } = await openWatchedPage(site.browser, [new URL(site.url).origin]);
    await page.goto(`${site.url}inspect/index.html#type=TypeTag&bytes=0x0602`);
    await page.locator("#state", { hasText: "TypeTag, 2 bytes" }).waitFor();
    expect(await page.locator("#shown tbody tr").allInnerTexts()).toEqual([
      "0–2\tTypeTag\tTypeTag\t",
      "1–2\tVector\tTypeTag\t",
      "2–2\tU64\t()\t",
    ]);
    await page.locator("#bytes").fill("0x06");
    await page.locator("#shown tr.bad").first().waitFor();
    expect(await page.locator("#state").innerText()).toMatch(/^TypeTag, 1 bytes: unexpected_end at byte 1/);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("colours that were chosen stay, and no file is missing without scripts", async () => {
    const { page } = await openWatchedPage(site.browser, [new URL(site.url).origin]);
    await page.goto(`${site.url}index.html`);
    await page.getByRole("button", { name: /^Colours/ }).click();
    await page.getByRole("button", { name: /^Colours/ }).click();
    await page.goto(`${site.url}docs/glossary.html`);
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
    await page.close();
    const plain = await site.browser.newPage({ javaScriptEnabled: false });
    await plain.goto(`file://${site.folder}/docs/guides/index.html`);
    await plain.getByRole("link", { name: "Fork a network" }).first().click();
    expect(await plain.title()).toBe("Fork a network · Ledger Node");
    await plain.close();
    expect(statSync(join(site.folder, "index.html")).size).toBeGreaterThan(5_000);
  });
});

/** How many pages are walked, and for how long at most: an hour for all of them. */
function some(count: number): RandomRun<number> & TestOptions {
  return { seed: 36, count, timeout: 3_600_000 };
}

/** Some of the addresses, in their order: all of them where there are no more. */
function sample(addresses: readonly string[], count: number, seed: number): readonly string[] {
  const random = new Random(seed);
  const left = [...addresses];
  while (left.length > count) left.splice(random.below(left.length), 1);
  return left;
}
