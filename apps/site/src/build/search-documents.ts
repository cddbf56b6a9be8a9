import type { Page } from "../pages/page.ts";
import { sectionOf } from "../pages/sections.ts";

/** A passage as the search has it. */
export interface SearchDocument {
  /** From the site's root, with the anchor. */
  readonly address: string;
  /** The page's title. */
  readonly page: string;
  /** The passage's heading, or the page's title. */
  readonly title: string;
  readonly section: string;
  readonly text: string;
}

/** Characters of a document; a longer part is one by itself. */
const enough = 500;

/** Lists what the search finds: passages of pages, long ones in pieces, and pages of the reference as a whole. */
export function searchDocuments(pages: Iterable<Page>): SearchDocument[] {
  return [...pages].flatMap((page) => {
    const section = sectionOf(page.path)?.name ?? "Start";
    // What changed is found as a whole: its words are those of every other page.
    if (page.path.endsWith("CHANGELOG.md")) {
      return [
        { address: page.address, page: page.title, title: `Changelog of ${page.title}`, section, text: page.summary },
      ];
    }
    if (section === "Reference") {
      return [{ address: page.address, page: page.title, title: page.title, section, text: page.summary }];
    }
    return page.passages.flatMap(({ heading, parts }) =>
      join(parts).map((text) => ({
        address: heading === undefined ? page.address : `${page.address}#${heading.id}`,
        page: page.title,
        title: heading?.text ?? page.title,
        section,
        text,
      })),
    );
  });
}

/** Joins parts as long as they are short; a heading without any is found too. */
function join(parts: readonly string[]): string[] {
  const joined: string[] = [""];
  for (const part of parts) {
    const last = joined.at(-1) ?? "";
    if (last !== "" && last.length + part.length > enough) joined.push(part);
    else joined[joined.length - 1] = `${last} ${part}`.trim();
  }
  return joined;
}
