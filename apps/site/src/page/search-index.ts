import MiniSearch, { type SearchResult } from "minisearch";
import type { SearchDocument } from "../build/search-documents.ts";

/** A passage that a search found. */
export type Found = SearchDocument & Pick<SearchResult, "terms">;

/** Words of a text; names of code are words, and so are their parts. */
function words(text: string): string[] {
  return (text.match(/[\p{L}\p{N}_-]+/gu) ?? []).flatMap((word) => {
    const parts = word.split(/(?<=[a-z0-9])(?=[A-Z])|[_-]+/).filter((part) => part !== "");
    return parts.length > 1 ? [word, ...parts] : parts;
  });
}

/** Words of a question that say nothing of what is asked. */
const idle = new Set(
  "a an and are be can do does for how i in is it me my of on or the this to what when where which who why with".split(
    " ",
  ),
);

/** Passages with all words, for which others are shown as well. */
const few = 3;

/** Parts that explain come before those that list: a code of an error is in every operation that answers with it. */
const weights: Readonly<Record<string, number>> = { Guides: 2, Reference: 0.6, Specification: 0.5, REST: 0.4 };

/** Makes a function that finds passages, the best first. */
export function createSearch(documents: readonly SearchDocument[]): (words: string) => Found[] {
  const index = new MiniSearch<SearchDocument & { readonly id: number }>({
    fields: ["title", "page", "text"],
    tokenize: words,
    searchOptions: {
      boost: { title: 6, page: 3 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: "AND",
      boostDocument: (id: number) => weights[documents[id]!.section] ?? 1,
    },
  });
  index.addAll(documents.map((document, id) => ({ ...document, id })));
  return (query) => {
    const asked = words(query).filter((word) => !idle.has(word.toLowerCase()));
    const text = asked.length > 0 ? asked.join(" ") : query;
    const all = index.search(text);
    // A question may have words that the page which answers it does not have.
    const found = all.length > few ? all : [...all, ...index.search(text, { combineWith: "OR" })];
    // Pieces of one passage lead to one place.
    const places = new Map<string, Found>();
    for (const { id, terms } of found) {
      const document = documents[id as number]!;
      if (!places.has(document.address)) places.set(document.address, { ...document, terms });
    }
    return [...places.values()];
  };
}
