interface PagerProps {
  /** Goes to the newest; absent where they are shown. */
  readonly onNewest: (() => void) | undefined;
  /** Goes to older ones; absent where there are none. */
  readonly onOlder: (() => void) | undefined;
}

/** Leads through a list that is read back from the newest. */
export function Pager({ onNewest, onOlder }: PagerProps) {
  return (
    <p class="pager">
      <button type="button" class="plain" disabled={onNewest === undefined} onClick={onNewest}>
        Newest
      </button>
      <button type="button" class="plain" disabled={onOlder === undefined} onClick={onOlder}>
        Older
      </button>
    </p>
  );
}
