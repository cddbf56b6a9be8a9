import { RE2JS, RE2JSSyntaxException } from "re2js";
import { QueryRefusal } from "../answering/table.ts";

/** Characters of a pattern, at most. */
const longestPattern = 200;

/** Returns true if a text matches. */
export type Matcher = (text: string) => boolean;

/** A regular expression, found anywhere in a text, in time that is linear in its length. @throws QueryRefusal for one that is none */
export function regexMatcher(pattern: string, ignoresCase: boolean): Matcher {
  return expressionMatcher(pattern, ignoresCase ? RE2JS.CASE_INSENSITIVE : 0);
}

/** A pattern of SQL's `like`: `%` means any text, and `_` any character. */
export function likeMatcher(pattern: string, ignoresCase: boolean): Matcher {
  return wholeMatcher(sqlToRegex(pattern, RE2JS.quote), ignoresCase);
}

/** A pattern of SQL's `similar to`: as `like`, with alternatives, repetitions and classes. */
export function similarMatcher(pattern: string): Matcher {
  return wholeMatcher(
    sqlToRegex(pattern, (character) => (character === "." ? "\\." : character)),
    false,
  );
}

function sqlToRegex(pattern: string, literal: (character: string) => string): string {
  return pattern.replace(/\\(.)|[\s\S]/g, (character: string, escaped: string | undefined) => {
    if (escaped !== undefined) return RE2JS.quote(escaped);
    if (character === "%") return ".*";
    return character === "_" ? "." : literal(character);
  });
}

function wholeMatcher(pattern: string, ignoresCase: boolean): Matcher {
  const flags = RE2JS.DOTALL | (ignoresCase ? RE2JS.CASE_INSENSITIVE : 0);
  return expressionMatcher(`^(?:${pattern})$`, flags);
}

function expressionMatcher(pattern: string, flags: number): Matcher {
  if (pattern.length > 2 * longestPattern) {
    throw new QueryRefusal(`a pattern may have ${longestPattern} characters`);
  }
  try {
    const expression = RE2JS.compile(pattern, flags);
    return (text) => expression.matcher(text).find();
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    throw new QueryRefusal(`a pattern is no regular expression: ${error.message}`);
  }
}
