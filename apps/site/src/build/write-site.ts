import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { listMarkdown, root } from "@ledger/check-docs/files";
import { readInspectors } from "../inspect/read-page.ts";
import { loadHighlight } from "../markdown/highlight.ts";
import { createRenderer } from "../markdown/render.ts";
import { resolveLink } from "../pages/links.ts";
import type { Page, Source } from "../pages/page.ts";
import { readPlayground } from "../play/read-page.ts";
import { readReference } from "../reference/read-reference.ts";
import { describeRest } from "../rest/describe-rest.ts";
import { buildAssets } from "./assets.ts";
import { findDeadLinks, findLonePages } from "./check-links.ts";
import { writeExplorer, writeRunner } from "./frames.ts";
import { writePage } from "./layout.ts";
import { searchDocuments } from "./search-documents.ts";

/** A site that was built. */
export interface Site {
  readonly pages: readonly Page[];
  /** A line for each link or anchor that leads nowhere, and for each page that nothing leads to. */
  readonly problems: readonly string[];
}

/** Folders of files that are about nothing but themselves. */
const unread = /^(?:\.github|tooling)\//;

async function listSources(): Promise<Source[]> {
  const files = listMarkdown().filter(({ path }) => !unread.test(path));
  return [...files, readPlayground(), ...readInspectors(), ...readReference(), ...(await describeRest())];
}

/** The version that a site is of: that of the node. */
export function siteVersion(): string {
  return readManifest("apps/node/package.json").version;
}

/**
 * Builds the site.
 *
 * @param folder - where; what was there is removed
 * @param hasVersions - true if other versions lie next to it
 */
export async function writeSite(folder: string, hasVersions: boolean): Promise<Site> {
  const assets = await buildAssets(folder);
  const sources = await listSources();
  const { repository, homepage } = readManifest("package.json");
  const forge = repository?.url?.replace(/^git\+|\.git$/g, "") ?? homepage;
  const paths = new Set(sources.map(({ path }) => path));
  const pictures = new Set<string>();
  const render = createRenderer({
    highlight: await loadHighlight(),
    root,
    resolve: (from, target) => resolveLink({ root, forge, hasPage: (path) => paths.has(path) }, from, target),
    bring: (file) => pictures.add(file),
  });
  const pages = new Map(sources.map((source) => [source.path, render(source)]));
  const documents = JSON.stringify(searchDocuments(pages.values()));
  const name = `assets/search-${createHash("sha256").update(documents).digest("hex").slice(0, 8)}.json`;
  assets.set("search.json", name);
  put(folder, name, documents);
  assets.set("icon.svg", "assets/icon.svg");
  put(folder, "assets/icon.svg", readFileSync(new URL("../styles/icon.svg", import.meta.url)));
  for (const file of pictures) put(folder, file, readFileSync(root + file));
  const version = siteVersion();
  for (const page of pages.values()) {
    put(folder, page.address, writePage(page, { pages, assets, version, forge, hasVersions }));
  }
  writeRunner(folder, assets.get("runner.ts")!);
  writeExplorer(folder, assets.get("bridge.ts")!);
  return {
    pages: [...pages.values()],
    problems: [...findDeadLinks(folder, pages), ...findLonePages(pages)],
  };
}

interface Manifest {
  readonly version: string;
  readonly homepage: string;
  readonly repository?: { readonly url?: string };
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(join(root, path), "utf8")) as Manifest;
}

function put(folder: string, name: string, content: string | Uint8Array): void {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
