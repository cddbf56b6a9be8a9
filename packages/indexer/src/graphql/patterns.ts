import { RE2JS, RE2JSSyntaxException } from "re2js";
import { QueryRefusal } from "../answering/table.ts";
import { programSize } from "./program-size.ts";

/** Bounds of the patterns of a query: their programs are made before any row is read, and a match cannot be cut short. */
export const patternBounds = {
  /** Characters of a pattern. */
  length: 200,
  /** Instructions of a pattern's program, and of all programs of a query. */
  program: 2_500,
  programs: 6_000,
  /** Steps of one match: instructions times characters of the text. */
  steps: 4_000_000,
  /** Texts whose matches are remembered: a condition may name one pattern and one column any number of times. */
  remembered: 16,
} as const;

/** Tells whether a text matches. @throws QueryRefusal for a text that is too long for the pattern */
export type Matcher = (text: string) => boolean;

/** A kind of pattern. Regular expressions are found anywhere in a text; the others are of all of it. */
export type PatternKind = "regex" | "iregex" | "like" | "ilike" | "similar";

/** The patterns of one query, each compiled once. */
export class Patterns {
  readonly #matchers = new Map<string, Matcher>();
  #programs = 0;

  /**
   * The matcher of a pattern. It takes time linear in the length of the text.
   *
   * @throws QueryRefusal for a pattern that is none, or is too large
   */
  matcher(kind: PatternKind, pattern: string): Matcher {
    const key = `${kind} ${pattern}`;
    let matcher = this.#matchers.get(key);
    if (matcher === undefined) {
      matcher = this.#compile(kind, pattern);
      this.#matchers.set(key, matcher);
    }
    return matcher;
  }

  #compile(kind: PatternKind, pattern: string): Matcher {
    const { length, program, programs, steps, remembered } = patternBounds;
    if (pattern.length > length) throw new QueryRefusal(`a pattern may have ${length} characters`);
    const expression = expressionOf(kind, pattern);
    const size = programSize(expression);
    if (size > program) {
      throw new QueryRefusal(
        `a pattern may have ${program} instructions, and this one has ${size}, with its repetitions written out: use lower counts`,
      );
    }
    this.#programs += size;
    if (this.#programs > programs) {
      throw new QueryRefusal(
        `the patterns of a query may have ${programs} instructions in all, with their repetitions written out`,
      );
    }
    const compiled = compile(expression, flagsOf(kind));
    const known = new Map<string, boolean>();
    return (text) => {
      if (size * text.length <= steps) {
        const found = known.get(text) ?? compiled.matcher(text).find();
        if (known.size >= remembered) known.clear();
        known.set(text, found);
        return found;
      }
      throw new QueryRefusal(
        `a text of ${text.length} characters is too long for a pattern of ${size} instructions: use a simpler pattern`,
      );
    };
  }
}

function compile(expression: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(expression, flags);
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    throw new QueryRefusal(`a pattern is no regular expression: ${error.message}`);
  }
}

function flagsOf(kind: PatternKind): number {
  const isWhole = kind === "like" || kind === "ilike" || kind === "similar";
  const ignoresCase = kind === "ilike" || kind === "iregex";
  return (isWhole ? RE2JS.DOTALL : 0) | (ignoresCase ? RE2JS.CASE_INSENSITIVE : 0);
}

/** The regular expression that a pattern stands for. */
function expressionOf(kind: PatternKind, pattern: string): string {
  if (kind === "regex" || kind === "iregex") return pattern;
  // `similar to` is as `like`, with alternatives, repetitions and classes.
  const literal =
    kind === "similar"
      ? (character: string) => (character === "." ? "\\." : character)
      : (character: string) => RE2JS.quote(character);
  return `^(?:${sqlToRegex(pattern, literal)})$`;
}

/** In SQL `%` means any text, and `_` any character. */
function sqlToRegex(pattern: string, literal: (character: string) => string): string {
  return pattern.replace(/\\(.)|[\s\S]/g, (character: string, escaped: string | undefined) => {
    if (escaped !== undefined) return RE2JS.quote(escaped);
    if (character === "%") return ".*";
    return character === "_" ? "." : literal(character);
  });
}
