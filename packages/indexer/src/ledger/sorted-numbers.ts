const ascending = (a: number, b: number): number => a - b;

export function firstFrom(numbers: readonly number[], least: number): number;
export function firstFrom<T>(items: readonly T[], least: T, compare: (a: T, b: T) => number): number;
/** Index of the first item that is not below another, in an ascending list. */
export function firstFrom(
  items: readonly number[],
  least: number,
  compare: (a: number, b: number) => number = ascending,
): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(items[middle]!, least) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Adds a number to an ascending list that has each once; most come at its end. @returns its place, -1 where it was there */
export function addNumber(numbers: number[], added: number): number {
  const last = numbers.at(-1);
  if (last === undefined || last < added) return numbers.push(added) - 1;
  if (last === added) return -1;
  const place = firstFrom(numbers, added);
  if (numbers[place] === added) return -1;
  numbers.splice(place, 0, added);
  return place;
}

/** Takes a number out of an ascending list. */
export function removeNumber(numbers: number[], removed: number): void {
  const place = firstFrom(numbers, removed);
  if (numbers[place] === removed) numbers.splice(place, 1);
}
