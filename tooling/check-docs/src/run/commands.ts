/** Colours in what programs print. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one.
export const ansi = /\u001b\[[\d;]*m/g;

/** A command of a shell block. */
export interface ShellCommand {
  readonly text: string;
  /** Lines after the block's fence, from 1. */
  readonly line: number;
}

/** Splits a shell block into what a reader would paste at a prompt, one after the other: a command may take several lines. */
export function splitCommands(block: string): ShellCommand[] {
  const commands: ShellCommand[] = [];
  let lines: string[] = [];
  let start = 1;
  for (const [index, line] of block.split("\n").entries()) {
    if (lines.length === 0) start = index + 1;
    lines.push(line);
    const text = lines.join("\n");
    if (/\\$/.test(line) || isQuoted(text)) continue;
    if (text.trim() !== "") commands.push({ text, line: start });
    lines = [];
  }
  if (lines.length > 0) commands.push({ text: lines.join("\n"), line: start });
  return commands;
}

/** Returns true if a text ends inside of quotes. */
function isQuoted(text: string): boolean {
  const unquoted = text.replace(/\\./g, "").replace(/'[^']*'|"[^"]*"/g, "");
  return /['"]/.test(unquoted);
}

/** Returns true if a command starts a node. */
export const startsNode = (command: string): boolean => /\bledger-node (?:start|devnet)\b/.test(command);

/** Things that two commands cannot use at the same time: the port of a node, and the folder of a ledger that is written. */
export function claimsOf(command: string, isNode = startsNode(command)): readonly string[] {
  const claims: string[] = [];
  const [, port = "8080"] = /(?:--listen|--port|-p) (?:\S+:)?(\d+)/.exec(command) ?? [];
  if (isNode) claims.push(`port ${port}`);
  const [, named] = /--data-dir (\S+)/.exec(command) ?? [];
  const keepsNone = /\bdevnet\b|--(?:store|config) /.test(command);
  const folder = named ?? (isNode && !keepsNone ? "./data" : undefined);
  if (folder !== undefined && (isNode || /\bledger-node (?:prune|restore)\b/.test(command))) claims.push(folder);
  return claims;
}

/**
 * Compares shown output with what a command printed: every shown line has to come, in that order. `…` stands for anything, and
 * any space for any other.
 *
 * @returns the first line that does not come
 */
export function missingLine(shown: string, printed: string): string | undefined {
  let rest = printed.replace(ansi, "");
  for (const line of shown.split("\n")) {
    if (line.trim() === "") continue;
    const parts = line.trim().split("…").map(escapeLoosely);
    const found = new RegExp(parts.join(".*?")).exec(rest);
    if (found === null) return line;
    rest = rest.slice(found.index + found[0].length);
  }
  return undefined;
}

const escapeLoosely = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+");
