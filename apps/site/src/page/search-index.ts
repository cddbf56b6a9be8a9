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

/** Parts that explain come before those that list: a code of an error is in every operation that answers with it. */
const weights: Readonly<Record<string, number>> = { Guides: 2, Reference: 0.6, REST: 0.4 };

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
    const all = index.search(query);
    // A question in words has some that no page has.
    const found = all.length > 0 ? all : index.search(query, { combineWith: "OR" });
    return found.map(({ id, terms }) => ({ ...documents[id as number]!, terms }));
  };
}
