const statement = /^import\s*(?:\{([^}]*)\}|\*\s*as\s+(\w+))\s*from\s*["']([^"']+)["'];?/gm;

/**
 * Makes the body of a function of the text of a module: imports become constants. The lines keep their numbers.
 *
 * @param code - with imports of names or of a whole module
 * @returns code that asks `imported(name)` for its modules
 */
export function resolveImports(code: string): string {
  return `"use strict";${code.replace(
    statement,
    (text, names: string | undefined, whole: string | undefined, from: string) => {
      const taken = whole ?? `{${(names ?? "").replace(/\s+as\s+/g, ": ")}}`;
      const lines = "\n".repeat(text.split("\n").length - taken.split("\n").length);
      return `const ${taken} = imported(${JSON.stringify(from)});${lines}`;
    },
  )}`;
}
