/** Entries of a long list that are shown before the reader asks for more. */
export const SHOWN_ENTRIES = 25;

/** Asks for the rest of a list that is cut. */
export function ShowAll({ count, all, onShow }: { count: number; all: boolean; onShow: () => void }) {
  if (all || count <= SHOWN_ENTRIES) return null;
  return (
    <p class="more">
      <span>{SHOWN_ENTRIES} shown</span>
      <button type="button" class="plain" onClick={onShow}>
        Show all {count.toLocaleString("en")}
      </button>
    </p>
  );
}
