import { closestMatch } from "leven";

/** Edits up to which a word is taken for a misspelling of another: a third of its letters. */
const farthest = 1 / 3;

/**
 * `; did you mean …?` for a misspelled word, or nothing when no known word is like it.
 *
 * @param prefix - what all the words begin with
 */
export function suggest(word: string, known: readonly string[], prefix = ""): string {
  const own = (text: string): string => text.slice(prefix.length);
  const maxDistance = Math.max(1, Math.floor(own(word).length * farthest));
  const nearest = closestMatch(own(word), known.map(own), { maxDistance });
  return nearest === undefined ? "" : `; did you mean '${prefix}${nearest}'?`;
}
