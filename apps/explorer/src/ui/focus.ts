/** Returns true when pressed keys go into a field at present. */
function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select") !== null;
}

/** Returns true for an element that takes characters: a box to tick or a slider takes none. */
export function takesText(target: EventTarget | null): boolean {
  return isField(target) && !(target instanceof HTMLInputElement && /^(checkbox|radio|range)$/.test(target.type));
}

/**
 * Moves the focus to what the reader came for, without scrolling. A reader who is already in a field stays there: what
 * appears late must not take the keys away in the middle of a word.
 */
export function takeFocus(target: HTMLElement | null): void {
  if (!isField(document.activeElement)) target?.focus({ preventScroll: true });
}
