import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { needsBrowser, openWatchedPage, type Page, type Screen, screens } from "@ledger/browser";
import { listMarkdown, root } from "@ledger/check-docs/files";
import { Random } from "@ledger/random";
import { type RandomRun, randomTest } from "@ledger/test-run";
import { describe, expect, type TestOptions, test } from "vitest";
import { writeVersions } from "../src/build/versions.ts";
import { pictures } from "../src/pictures/pictures.ts";
import { useSite } from "./built-site.ts";
import { tasks } from "./tasks.ts";
import { runAxe, walk, watchShifts } from "./walk.ts";

describe("the site", needsBrowser, () => {
  const site = useSite();
  const read = (address: string): string => readFileSync(join(site.folder, address), "utf8");
  const watch = (screen: Screen = screens[0]) => openWatchedPage(site.browser, [new URL(site.url).origin], screen);

  /** Searches by the keyboard alone. @returns where the passages lead that are shown */
  async function search(page: Page, words: string): Promise<string[]> {
    await page.goto(`${site.url}docs/guides/fork.html`);
    await page.keyboard.press("/");
    await page.keyboard.type(words);
    const links = page.locator(".search-box li a");
    await links.first().waitFor();
    return links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  }

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
    const reports = globSync("packages/*/api/*.api.md", { cwd: root });
    expect(reports.length).toBeGreaterThan(30);
    // A name that several entry points or packages have is described at one of them.
    const described = new Set(
      site.addresses.flatMap((address) => /^reference\/(?:[a-z\d-]+\/)+(\w+)\.html$/.exec(address)?.[1] ?? []),
    );
    let count = 0;
    for (const name of reports) {
      const report = readFileSync(root + name, "utf8");
      for (const [, declared, listed] of report.matchAll(
        /^export (?:(?:declare |abstract )*(?:class|const|enum|function|interface|namespace|type) (\w+)|\{ (\w+) \})/gm,
      )) {
        count++;
        const exported = declared ?? listed ?? "";
        expect(described.has(exported), `${name} ${exported}`).toBe(true);
      }
    }
    expect(count).toBeGreaterThan(1_500);
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
    const { page } = await watch();
    const files: string[] = [];
    page.on("request", (request) => files.push(relative(new URL(site.url).pathname, new URL(request.url()).pathname)));
    await page.goto(`${site.url}index.html`, { waitUntil: "networkidle" });
    await page.close();
    expect(files.length).toBeGreaterThan(4);
    const sizes = files.map((file) => gzipSync(readFileSync(join(site.folder, file))).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000);
  });

  // Some pages a run: all of them, which `TEST_EFFORT=200` walks, take half an hour.
  randomTest(
    "authored pages are well, on a desk and on a phone, by day and at night",
    some(8),
    async ({ seed, count }) => {
      const addresses = site.addresses.filter((address) => !/^(?:reference|explorer)\/|runner/.test(address));
      expect(addresses.length).toBeGreaterThan(120);
      expect(await walk(site, sample(addresses, count, seed), () => screens)).toEqual([]);
    },
  );

  randomTest("pages of the reference are well, each on one of these screens", some(12), async ({ seed, count }) => {
    const addresses = site.addresses.filter((address) => address.startsWith("reference/"));
    expect(addresses.length).toBeGreaterThan(1_000);
    expect(await walk(site, sample(addresses, count, seed), (place) => [screens[place % screens.length]!])).toEqual([]);
  });

  test("a long page that comes in parts does not move", async () => {
    const { page } = await watch();
    await page.addInitScript(watchShifts);
    const devtools = await page.context().newCDPSession(page);
    const bytes = { downloadThroughput: 200_000, uploadThroughput: 200_000 };
    await devtools.send("Network.emulateNetworkConditions", { offline: false, latency: 20, ...bytes });
    await page.goto(`${site.url}rest/schemas.html`);
    await page.locator("nav.list").waitFor();
    expect(await page.evaluate(() => globalThis.shift)).toBeLessThan(0.05);
    await page.close();
  });

  test("the search finds by words, names and errors, with the keyboard alone", async () => {
    const { page, complaints } = await watch(screens[1]);
    for (const [words, address] of [
      ["version_pruned", "docs/guides/troubleshoot.html"],
      ["fork", "docs/guides/fork.html"],
      ["startLocalNetwork", "reference/devnet/functions/startLocalNetwork.html"],
      ["Get account", "rest/get_account.html"],
    ] as const) {
      expect((await search(page, words)).join("\n"), words).toContain(address);
    }
    const [first = ""] = await search(page, "fork");
    expect(await runAxe(page)).toEqual([]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(first);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test.each(tasks)("$question: by one search, and by two clicks", async ({ words, clicks, address, answer }) => {
    const { page, complaints } = await watch();
    const found = (await search(page, words)).map((href) => href.replace(/#.*/, ""));
    expect(found.slice(0, 5)).toContain(site.url + address);
    await page.goto(`${site.url}index.html`);
    expect(clicks.length).toBeLessThanOrEqual(2);
    for (const name of clicks) await page.getByRole("link", { name, exact: true }).first().click();
    await page.waitForURL((url) => url.href.replace(/#.*/, "") === site.url + address);
    expect(await page.locator("main").innerText()).toMatch(answer);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("a reader goes to the same page of another version, or to its first", async () => {
    const other = join(site.folder, "../0.0.1");
    mkdirSync(join(other, "docs"), { recursive: true });
    for (const name of ["index.html", "docs/glossary.html"]) writeFileSync(join(other, name), "<title>older</title>");
    const versions = writeVersions(join(site.folder, ".."));
    expect(versions).toEqual([basename(site.folder), "0.0.1"]);
    const { page } = await watch();
    for (const [from, to] of [
      ["docs/glossary.html#genesis", "docs/glossary.html"],
      ["docs/guides/fork.html", "index.html"],
    ]) {
      await page.goto(site.url + from);
      await page.getByRole("combobox", { name: "Version" }).selectOption("0.0.1");
      await page.waitForURL(`**/some/folder/0.0.1/${to}`);
    }
    await page.goto(new URL("../index.html", site.url).href);
    await page.waitForURL(`${site.url}index.html`);
    rmSync(other, { recursive: true });
    writeVersions(join(site.folder, ".."));
    await page.close();
  });

  test("the words of a picture are inside of it, and inside of their boxes", async () => {
    const { page } = await watch();
    for (const { name } of pictures) {
      await page.goto(`${site.url}docs/images/${name}.svg`);
      expect(await page.evaluate(findLooseWords), name).toEqual([]);
    }
    await page.close();
  });

  test("the inspector shows the bytes of a link, and where reading them stops", async () => {
    const { page, complaints } = await watch();
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

  test("every example of the inspectors is read, and says what follows from it", async () => {
    const { page, complaints } = await watch(screens[1]);
    // Hashes are those of the published records that the examples are of.
    const expected: Readonly<Record<string, string>> = {
      "a signed transaction": "0x2b72d38e97a9d415f294a77480d0c7a7b76949620fe59cc208948ee27bddec4f",
      "the message that was signed": "aptos_account",
      "what a transaction wrote": "0x0ee46e9904f9d34c6d7af63633abb1705e1e132dfe25d495a98c388a5e8ba457",
      "its event": "Event hash",
      "its place in the ledger": "0x647f730a3d48917584261e519da8e5c2a148732c1ecced6995abc9170edd2847",
    };
    for (const [name, text] of Object.entries(expected)) {
      await page.goto(`${site.url}inspect/index.html`);
      await page.getByRole("link", { name, exact: true }).click();
      await page.locator("#shown", { hasText: text }).waitFor();
      expect(await page.locator("#shown tr.bad").count(), name).toBe(0);
      expect(await runAxe(page), name).toEqual([]);
    }
    for (const name of ["Module", "Schema", "Proof", "Bytes"]) {
      await page.getByRole("navigation", { name: "Inspector" }).getByRole("link", { name }).click();
      await page.getByRole("heading", { level: 1, name: `${name} inspector` }).waitFor();
    }
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("bytes that are a module lead to its instructions, and a link has them", async () => {
    const { page, complaints } = await watch();
    const bytecode = readFileSync(
      new URL("../../../examples/cover-a-module/build/TipJar/bytecode_modules/tip_jar.mv", import.meta.url),
    );
    await page.goto(`${site.url}inspect/index.html`);
    await page.locator("#bytes").fill(bytecode.toString("hex"));
    await page.getByRole("link", { name: "Show its instructions" }).click();
    await page.locator("#state", { hasText: "0xcafe::tip_jar" }).waitFor();
    expect(await runAxe(page)).toEqual([]);
    expect(await page.locator("#shown pre").first().innerText()).toContain("imm_borrow_field Jar, total");
    await page.locator("#name").fill("0x1::coin");
    expect(await page.locator("#state").innerText()).toBe("these bytes are 0xcafe::tip_jar, not of 0x1::coin");
    await page.locator("#name").fill("0xcafe");
    await page.getByRole("button", { name: "Link to this" }).click();
    const link = page.url();
    await page.goto(`${site.url}index.html`);
    await page.goto(link);
    await page.locator("#state", { hasText: "0xcafe::tip_jar" }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("bytes are read by a schema of the reader's, and a proof is checked against a root", async () => {
    const { page, complaints } = await watch();
    await page.goto(`${site.url}inspect/schema.html`);
    await page.getByRole("link", { name: "a purse with one coin" }).click();
    await page.locator("#state", { hasText: "Purse, 14 bytes" }).waitFor();
    expect(await page.locator("#shown td", { hasText: "1000" }).count()).toBe(1);
    await page.goto(`${site.url}inspect/proof.html`);
    await page.getByRole("link", { name: "an answer and its root" }).click();
    await page.locator("#state.verified", { hasText: "verified at version 0" }).waitFor();
    expect(await runAxe(page)).toEqual([]);
    await page.locator("#root").fill(`0:0x${"00".repeat(32)}`);
    await page.locator("#state.refused", { hasText: "not verified: accumulator" }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("colours that were chosen stay, and no file is missing without scripts", async () => {
    const { page } = await watch();
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

/** Runs in the page of a picture. @returns words that reach out of the picture, or out of the box that they begin in */
function findLooseWords(): string[] {
  const svg = document.querySelector("svg")!;
  const whole = svg.viewBox.baseVal;
  const boxes = [...svg.querySelectorAll("rect")].map((rect) => rect.getBBox());
  return [...svg.querySelectorAll("text")].flatMap((text) => {
    const { x, y, width, height } = text.getBBox();
    const holder = boxes.findLast((box) => x > box.x && y > box.y && x < box.x + box.width && y < box.y + box.height);
    const { x: left, y: top, width: wide, height: high } = holder ?? whole;
    const isInside = x >= left && y >= top && x + width <= left + wide && y + height <= top + high;
    return isInside ? [] : [`${text.textContent}: ${x} ${y} ${width}`];
  });
}

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
