/**
 * Remembers answers by what was asked, for the life of the page. Nothing found and failures are not kept: the thing may come to exist.
 *
 * @param most - answers kept; the oldest one goes first
 */
export function keep<Asked extends readonly unknown[], T>(
  most: number,
  read: (...asked: Asked) => Promise<T>,
): (...asked: Asked) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  return (...asked) => {
    const key = JSON.stringify(asked);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const forget = (): unknown => kept.delete(key);
    const reading = read(...asked);
    reading.then((found) => found === undefined && forget(), forget);
    kept.set(key, reading);
    for (const oldest of [...kept.keys()].slice(0, -most)) kept.delete(oldest);
    return reading;
  };
}
