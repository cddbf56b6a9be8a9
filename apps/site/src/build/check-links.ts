import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import type { Page } from "../pages/page.ts";
import { sectionOf } from "../pages/sections.ts";

/**
 * Follows every link of every page that was written, as a browser would.
 *
 * @param folder - of the site
 * @returns a line for each that leads to no file or no anchor
 */
export function findDeadLinks(folder: string, pages: ReadonlyMap<string, Page>): string[] {
  const anchors = new Map<string, ReadonlySet<string>>();
  const anchorsOf = (address: string): ReadonlySet<string> => {
    const known = anchors.get(address);
    if (known !== undefined) return known;
    const found = new Set(
      [...readFileSync(`${folder}/${address}`, "utf8").matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!),
    );
    anchors.set(address, found);
    return found;
  };
  return [...pages.values()].flatMap(({ address }) => {
    const html = readFileSync(`${folder}/${address}`, "utf8");
    const targets = new Set([...html.matchAll(/ (?:href|src|srcset)="([^"]*)"/g)].map(([, target]) => target!));
    return [...targets].flatMap((target) => {
      if (/^[a-z][a-z+.-]*:/i.test(target)) return [];
      const [file = "", anchor] = target.replaceAll("&amp;", "&").split("#");
      const path = file === "" ? address : posix.join(posix.dirname(address), decodeURI(file));
      if (!existsSync(`${folder}/${path}`)) return [`${address}: ${target} leads nowhere`];
      // What the scripts of a page read from its address is no anchor.
      if (anchor === undefined || anchor.includes("=") || !path.endsWith(".html")) return [];
      return anchorsOf(path).has(decodeURIComponent(anchor)) ? [] : [`${address}: ${target} is no anchor`];
    });
  });
}

/** @returns a line for each page that no other page and no list leads to */
export function findLonePages(pages: ReadonlyMap<string, Page>): string[] {
  const linked = new Set([...pages.values()].flatMap(({ links }) => links));
  return [...pages.keys()]
    .filter((path) => path !== "README.md" && sectionOf(path) === undefined && !linked.has(path))
    .map((path) => `${path}: nothing leads there`);
}
