/** Entries of a long list that are shown before the reader asks for more. */
export const shownEntries = 25;

/** Asks for the rest of a list that is cut. */
export function ShowAll({ count, all, onShow }: { count: number; all: boolean; onShow: () => void }) {
  if (all || count <= shownEntries) return null;
  return (
    <p class="more">
      <span>{shownEntries} shown</span>
      <button type="button" class="plain" onClick={onShow}>
        Show all {count.toLocaleString("en")}
      </button>
    </p>
  );
}
