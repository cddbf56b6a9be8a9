/** Index of the first number that is not below another, in an ascending list. */
export function firstFrom(numbers: readonly number[], least: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Adds a number to an ascending list that has each once; most come at its end. */
export function addNumber(numbers: number[], added: number): void {
  const last = numbers.at(-1);
  if (last === undefined || last < added) numbers.push(added);
  else if (last !== added) {
    const place = firstFrom(numbers, added);
    if (numbers[place] !== added) numbers.splice(place, 0, added);
  }
}

/** Takes a number out of an ascending list. */
export function removeNumber(numbers: number[], removed: number): void {
  const place = firstFrom(numbers, removed);
  if (numbers[place] === removed) numbers.splice(place, 1);
}
