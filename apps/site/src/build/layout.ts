import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "@ledger/check-docs/files";
import { escapeHtml } from "../markdown/highlight.ts";
import { addressOf, type Page, relativeAddress } from "../pages/page.ts";
import { isInner, listSection, type Section, sectionOf, sections } from "../pages/sections.ts";
import { versionsAddress } from "./versions.ts";

/** The site as the page's frame shows it. */
export interface Frame {
  readonly pages: ReadonlyMap<string, Page>;
  /** Addresses of scripts and styles, by their names. */
  readonly assets: ReadonlyMap<string, string>;
  /** Of the node that the pages describe. */
  readonly version: string;
  readonly forge: string;
  /** True if other versions of the site lie next to it. */
  readonly hasVersions: boolean;
}

/** The policy of every page: what it shows comes from the site, and nothing in it is inline. */
export const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'";

/** Ways in that the first page has on the site only: a forge cannot show these pages. */
const ways: readonly (readonly [name: string, path: string])[] = [
  ["Run a network in this page", "playground/README.md"],
  ["Inspect bytes and proofs", "inspect/README.md"],
  ["Every export", "reference/README.md"],
  ["Every request", "rest/README.md"],
];

/** Names of pages in lists: below the name of a part, its first page needs no other. */
function shortTitle({ title, path }: Page): string {
  if (sectionOf(path)?.index === path) return "Overview";
  if (path.endsWith("CHANGELOG.md")) return "Changes";
  return title.replace(/^@ledger\//, "").replace(/^(?:Class|Function|Interface|Type Alias|Variable): /, "");
}

/** Writes a whole page. */
export function writePage(page: Page, frame: Frame): string {
  const section = sectionOf(page.path);
  const to = (address: string): string => escapeHtml(relativeAddress(page.address, address));
  const asset = (name: string): string => to(frame.assets.get(name) ?? fail(name));
  const hasList = section !== undefined && section.scripts === undefined;
  const list = hasList ? listSection(section, frame.pages, page) : [];
  const root = to("index.html").replace(/index\.html$/, "");
  const width = hasList ? " listed" : section === undefined ? " wide" : " full";
  const title = section === undefined ? "Ledger Node" : `${page.title} · Ledger Node`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(page.summary.slice(0, 200))}">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${asset("icon.svg")}" type="image/svg+xml">
<script src="${asset("theme.ts")}"></script>
<link rel="stylesheet" href="${asset("site.css")}">
<script type="module" src="${asset("main.ts")}"></script>${writeScript(page, section, asset)}
</head>
<body data-root="${root}" data-search="${asset("search.json")}"${frame.hasVersions ? ` data-versions="${root}${versionsAddress}"` : ""}>
<a class="skip" href="#main">To the text</a>
<header class="top">
<a class="brand" href="${to("index.html")}">Ledger Node</a>
<nav aria-label="Parts of the site">${writeSections(section, to)}</nav>
${frame.hasVersions ? `<select class="version" aria-label="Version" disabled><option>${escapeHtml(frame.version)}</option></select>\n` : ""}<button type="button" class="search" hidden aria-keyshortcuts="/">Search <kbd>/</kbd></button>
<button type="button" class="theme" hidden></button>
</header>
<div class="frame${width}">
<main id="main" tabindex="-1">
${hasList ? `<a class="jump" href="#${listId}">All pages of ${section.name}</a>` : writeTabs(section, frame, page, to)}
<article>${section === undefined ? addWays(page.html, to) : page.html}</article>
${list.length > 0 ? writeNeighbours(list, page, to) : ""}
${writeFoot(page, frame)}
</main>
${hasList ? writeList(section, list, page, to) : ""}
${hasList ? writeContents(page) : ""}
</div>
</body>
</html>
`;
}

function writeScript({ path }: Page, section: Section | undefined, asset: (name: string) => string): string {
  const script = section?.scripts?.[path];
  return script === undefined ? "" : `\n<script type="module" src="${asset(script)}"></script>`;
}

function fail(name: string): never {
  throw new Error(`the site has no ${name}`);
}

function writeSections(current: Section | undefined, to: (address: string) => string): string {
  return sections
    .map((section) => {
      const mark = section === current ? ' aria-current="true"' : "";
      return `<a href="${to(addressOf(section.index))}"${mark}>${section.name}</a>`;
    })
    .join("");
}

/** Adds ways in after the first paragraph of the first page. */
function addWays(html: string, to: (address: string) => string): string {
  const links = ways.map(([name, path]) => `<a href="${to(addressOf(path))}">${name}</a>`);
  return html.replace("</p>", `</p>\n<nav class="ways" aria-label="Ways in">${links.join("")}</nav>`);
}

/** The pages of a part that has no list, where it has several. */
function writeTabs(section: Section | undefined, frame: Frame, page: Page, to: (address: string) => string): string {
  const paths = Object.keys(section?.scripts ?? {});
  if (section === undefined || paths.length < 2) return "";
  const tabs = paths.map((path) => {
    const { address, title } = frame.pages.get(path) ?? fail(path);
    const mark = path === page.path ? ' aria-current="page"' : "";
    return `<a href="${to(address)}"${mark}>${escapeHtml(title.replace(" inspector", ""))}</a>`;
  });
  return `<nav class="tabs" aria-label="${section.name}">${tabs.join("")}</nav>`;
}

/** Place of a part's list on its pages: on a phone the list comes after the text. */
const listId = "pages-of-this-part";

function writeList(section: Section, list: readonly Page[], page: Page, to: (address: string) => string): string {
  const items = list.map((one) => {
    const mark = one === page ? ' aria-current="page"' : "";
    const inner = isInner(one, section) ? ' class="inner"' : "";
    return `<li${inner}><a href="${to(one.address)}"${mark}>${escapeHtml(shortTitle(one))}</a></li>`;
  });
  return `<nav class="list" id="${listId}" aria-label="${section.name}"><p>${section.name}</p><ul>${items.join("")}</ul></nav>`;
}

/** The pages before and after one in its list. */
function writeNeighbours(list: readonly Page[], page: Page, to: (address: string) => string): string {
  const place = list.indexOf(page);
  const link = (one: Page | undefined, name: "prev" | "next"): string =>
    one === undefined ? "" : `<a rel="${name}" href="${to(one.address)}">${escapeHtml(shortTitle(one))}</a>`;
  const links = place < 0 ? "" : link(list[place - 1], "prev") + link(list[place + 1], "next");
  return links === "" ? "" : `<nav class="neighbours" aria-label="Before and after">${links}</nav>`;
}

/** The headings of a page; none for a page that fits on a screen. */
function writeContents({ headings }: Page): string {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return "";
  const items = shown.map(
    ({ level, id, text }) => `<li class="h${level}"><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${items.join("")}</ul></nav>`;
}

function writeFoot({ path }: Page, { forge, version }: Frame): string {
  const file = existsSync(join(root, path)) ? `<a href="${forge}/blob/main/${path}">This page as a file</a> · ` : "";
  return `<footer>${file}Ledger Node ${escapeHtml(version)}</footer>`;
}
