import { readFileSync } from "node:fs";
import { relative, sep } from "node:path";
import { sourceFiles } from "@ledger/check-deps";
import { type Comment, type Node, parseSync, visitorKeys } from "oxc-parser";

/** A source file as the measures see it. */
export interface Source {
  /** Relative to the repository, with `/`. */
  readonly path: string;
  readonly file: string;
  readonly text: string;
  readonly comments: readonly Comment[];
  readonly program: Node;
  /** The text with comments blanked out, line by line. */
  readonly lines: readonly string[];
}

/** The first words of a file that a script writes. */
const generated = /^\/\/ (Made|Generated) by scripts\//;

/** The sources of a package, without tests and without what scripts write. */
export function readSources(root: string, folder: string): Source[] {
  return sourceFiles(folder)
    .map((file) => readSource(root, file))
    .filter(({ text }) => !generated.test(text));
}

function readSource(root: string, file: string): Source {
  const text = readFileSync(file, "utf8");
  const { comments, program } = parseSync(file, text);
  let code = text;
  for (const { start, end } of comments) {
    code = code.slice(0, start) + code.slice(start, end).replace(/[^\n]/g, " ") + code.slice(end);
  }
  return { path: relative(root, file).replaceAll(sep, "/"), file, text, comments, program, lines: code.split("\n") };
}

/** Lines that are neither blank nor only a comment. */
export function countLines({ lines }: Source): number {
  return lines.filter((line) => line.trim() !== "").length;
}

/** The number of the line, from 1, that an offset lies in. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** Visits every node of a syntax tree, outer ones first. */
export function visit(node: Node, see: (node: Node) => void): void {
  see(node);
  for (const key of visitorKeys[node.type] ?? []) {
    const child = (node as unknown as Readonly<Record<string, unknown>>)[key];
    for (const item of Array.isArray(child) ? child : [child]) {
      if (item !== null && typeof item === "object" && "type" in item) visit(item as Node, see);
    }
  }
}
