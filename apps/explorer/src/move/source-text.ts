/** Names and comment of a function, which only its source has. */
export interface FunctionSource {
  /** Names of all parameters, signers among them. */
  readonly parameters: readonly string[];
  readonly typeParameters: readonly string[];
  /** The comment above it. */
  readonly doc: string | undefined;
}

/** Functions read of one file; more than any module may have in bytecode that people read. */
const functions = 1_000;

/** Finds the functions of a Move source file. It reads declarations only, and skips what it does not understand. */
export function findFunctions(source: string): ReadonlyMap<string, FunctionSource> {
  const code = maskComments(source);
  const found = new Map<string, FunctionSource>();
  let looked = 0;
  for (const match of code.matchAll(/\bfun\s+(\w{1,128})\s*(?=[<(])/g)) {
    if (++looked > functions) break;
    const [declaration, name = ""] = match;
    let at = match.index + declaration.length;
    let typeParameters: string[] = [];
    if (code[at] === "<") {
      const close = closing(code, at);
      if (close === undefined) continue;
      typeParameters = splitList(code.slice(at + 1, close)).map((part) => part.replace(/^phantom\s+/, ""));
      at = close + 1;
    }
    const open = code.indexOf("(", at);
    const close = open === -1 || code.slice(at, open).trim() !== "" ? undefined : closing(code, open);
    if (close === undefined) continue;
    found.set(name, {
      parameters: splitList(code.slice(open + 1, close)).map((part) => part.replace(/^mut\s+/, "")),
      typeParameters,
      doc: commentAbove(source, match.index),
    });
  }
  return found;
}

/** The same text with comments and strings blanked out, so that every place keeps its index. */
function maskComments(source: string): string {
  const pieces: string[] = [];
  let at = 0;
  for (const opening = /\/\*|\/\/|"/g; ; ) {
    opening.lastIndex = at;
    const start = opening.exec(source);
    if (start === null) break;
    const end = endOf(source, start[0], start.index);
    pieces.push(source.slice(at, start.index), source.slice(start.index, end).replace(/[^\n]/g, " "));
    at = end;
  }
  pieces.push(source.slice(at));
  return pieces.join("");
}

function endOf(source: string, opening: string, start: number): number {
  if (opening === '"') {
    let i = start + 1;
    while (i < source.length && source[i] !== '"' && source[i] !== "\n") i += source[i] === "\\" ? 2 : 1;
    return Math.min(i + 1, source.length);
  }
  const end = source.indexOf(opening === "/*" ? "*/" : "\n", start + 2);
  if (end === -1) return source.length;
  return opening === "/*" ? end + 2 : end;
}

const pairs: Readonly<Record<string, number>> = { "(": 1, "<": 1, "{": 1, ")": -1, ">": -1, "}": -1 };

/** Longest list of parameters that is looked at; more than any function has. */
const longestList = 4_000;

/** Index at which the bracket that opens at another one closes. */
function closing(code: string, open: number): number | undefined {
  let level = 0;
  for (let i = open; i < Math.min(code.length, open + longestList); i++) {
    level += pairs[code[i] ?? ""] ?? 0;
    if (level === 0) return i;
  }
  return undefined;
}

/** Names before the colons of a list: `to: address, f: |u64, u64|bool` has `to` and `f`. */
function splitList(text: string): string[] {
  const parts: string[] = [];
  let level = 0;
  let inClosure = false;
  let start = 0;
  for (let i = 0; i <= text.length; i++) {
    const char = text[i] ?? ",";
    level += pairs[char] ?? 0;
    if (char === "|" && level === 0) inClosure = !inClosure;
    if (char !== "," || (i < text.length && (level !== 0 || inClosure))) continue;
    const name = text.slice(start, i).split(":", 1)[0]?.trim() ?? "";
    if (name !== "") parts.push(name);
    start = i + 1;
  }
  return parts;
}

/** Lines above a declaration that are looked at. */
const linesAbove = 60;

/** The `///` comment above a declaration, without marks; attributes may be between. */
function commentAbove(source: string, declaration: number): string | undefined {
  const above = source
    .slice(Math.max(0, declaration - 8_000), declaration)
    .split("\n")
    .slice(0, -1);
  const comment: string[] = [];
  for (const line of above.slice(-linesAbove).reverse()) {
    const text = line.trim();
    if (text.startsWith("///")) comment.unshift(text.slice(3).trim());
    else if (comment.length > 0 || !text.startsWith("#[")) break;
  }
  const words = reflow(comment);
  return words === "" ? undefined : words;
}

/** Lines of a comment as paragraphs: the source's line breaks mean nothing, but those around list items and empty lines do. */
function reflow(lines: readonly string[]): string {
  let text = "";
  for (const line of lines) {
    const begins = line === "" || text === "" || text.endsWith("\n") || /^([-*@]|\d+[.)])/.test(line);
    text += `${begins ? (text === "" ? "" : "\n") : " "}${line}`;
  }
  return text.trim();
}
