import type { Pages } from "../loading/use-pages.ts";

/** Says how much of a list is shown, and reads the next page. */
export function MoreButton<T>({ pages, noun }: { pages: Pages<T>; noun: string }) {
  return (
    <p class="more" aria-live="polite">
      <span>
        {pages.items.length.toLocaleString("en")} {noun}
        {pages.more ? " so far" : ""}
        {pages.busy ? ", loading…" : ""}
      </span>
      {pages.more && (
        <button type="button" class="plain" onClick={pages.readMore} disabled={pages.busy}>
          Load more
        </button>
      )}
    </p>
  );
}
