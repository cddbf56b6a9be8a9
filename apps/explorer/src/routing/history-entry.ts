/** Milliseconds between scrolling and noting how far the reader has come. */
const rest = 150;

/** State that the browser keeps with an entry of its history. */
interface EntryState {
  readonly key: string;
  /** Pixels that the page is scrolled: a reload forgets all else. */
  readonly top?: number;
}

/** Memory of an entry: the place on the page, and the choices of its views. */
interface Memory {
  top: number;
  readonly values: Map<string, unknown>;
}

/** Entries that are remembered; browsers keep no more. */
const most = 50;

/** Milliseconds that a view may take to become as long as it was: a slow node's reader waits for it, too. */
const patience = 30_000;

const memories = new Map<string, Memory>();
let current: Memory = { top: 0, values: new Map() };
let entries = 0;
let cameBack = false;
let stopRestoring: (() => void) | undefined;

/** Looks at the entry that the browser has gone to. Called when the address has changed, before the view of it is drawn. */
export function enterEntry(): void {
  // The address has changed, what is shown has not yet.
  if (stopRestoring === undefined) current.top = scrollY;
  stopRestoring?.();
  const state = history.state as Partial<EntryState> | null;
  const key = state?.key ?? `${performance.timeOrigin} ${++entries}`;
  const known = memories.get(key);
  current = known ?? { top: state?.top ?? 0, values: new Map() };
  memories.set(key, current);
  for (const oldest of [...memories.keys()].slice(0, -most)) memories.delete(oldest);
  if (state?.key === undefined) history.replaceState({ key } satisfies EntryState, "");
  cameBack = known !== undefined || current.top > 0;
  if (cameBack) restore(current.top);
}

/** Scrolls to where the reader was, as soon as the view is long enough again, unless the reader scrolls meanwhile. */
function restore(top: number): void {
  const watch = new ResizeObserver(() => tryIt());
  const timer = setTimeout(() => stop(), patience);
  const inputs = ["wheel", "touchstart", "keydown", "pointerdown"] as const;
  const stop = (): void => {
    watch.disconnect();
    clearTimeout(timer);
    for (const input of inputs) removeEventListener(input, stop);
    stopRestoring = undefined;
  };
  const tryIt = (): void => {
    scrollTo(0, top);
    if (Math.abs(scrollY - top) <= 1) stop();
  };
  stopRestoring = stop;
  for (const input of inputs) addEventListener(input, stop, { passive: true });
  watch.observe(document.body);
}

/** Follows the browser's history, so that going back leads to the same place of a page. Called once. */
export function followHistory(): void {
  history.scrollRestoration = "manual";
  enterEntry();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onScroll = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (stopRestoring === undefined) history.replaceState({ ...(history.state as EntryState), top: scrollY }, "");
    }, rest);
  };
  addEventListener("scroll", onScroll, { passive: true });
}

/** Returns true when the reader came back to the present entry, whose place must be left alone. */
export function isReturn(): boolean {
  return cameBack;
}

/** A new view begins at its top; one that the reader comes back to, where it was left. */
export function beginView(): void {
  if (!cameBack) scrollTo(0, 0);
}

/** A view's memory of the present entry of the history. */
export function recall<T>(name: string): T | undefined {
  return current.values.get(name) as T | undefined;
}

/** Remembers something for the time that the reader comes back to this entry; `undefined` forgets it. */
export function remember(name: string, value: unknown): void {
  current.values.set(name, value);
}
