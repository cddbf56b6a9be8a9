import { readFileSync } from "node:fs";
import { isMap, isNode, isScalar, isSeq, LineCounter, type Pair, parseDocument } from "yaml";
import { ConfigError } from "./config-error.ts";

/** One setting of a configuration file. */
export interface ConfigEntry {
  /** Name of the option, without its dashes. */
  readonly key: string;
  /** Its values as they are written; one, except for lists. */
  readonly texts: readonly string[];
  /** True if they are in a list. */
  readonly isList: boolean;
  /** Counted from 1. */
  readonly line: number;
}

/** A configuration file as it was read. */
export interface ConfigFile {
  readonly path: string;
  readonly entries: readonly ConfigEntry[];
}

/** A configuration has a few dozen lines; what is larger is another file. */
const mostBytes = 2 ** 20;

/**
 * Reads a configuration file: a YAML mapping from names of options to values, or lists of values.
 *
 * @throws ConfigError with the file and the line
 */
export function readConfigFile(path: string): ConfigFile {
  const lines = new LineCounter();
  const text = readText(path);
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const refuse = (offset: number, reason: string): never => {
    throw new ConfigError(`${path}:${lines.linePos(offset).line}: ${reason}`);
  };
  const [fault] = document.errors;
  if (fault !== undefined) return refuse(fault.pos[0], fault.message.replace(/\s+/g, " "));
  const { contents } = document;
  // A file in which all is a comment.
  if (contents === null || (isScalar(contents) && contents.value === null)) return { path, entries: [] };
  if (!isMap(contents)) return refuse(0, "expected lines such as 'listen: 127.0.0.1:8080'");
  return { path, entries: contents.items.map((pair) => readEntry(pair, lines, refuse)) };
}

type Refuse = (offset: number, reason: string) => never;

function readEntry({ key, value }: Pair, lines: LineCounter, refuse: Refuse): ConfigEntry {
  const offset = (isNode(key) && key.range?.[0]) || 0;
  if (!isScalar(key) || typeof key.value !== "string") return refuse(offset, "expected the name of an option");
  const at = { key: key.value, line: lines.linePos(offset).line };
  const read = (item: unknown): string => {
    if (isScalar(item) && item.value !== null) return item.source ?? String(item.value);
    return refuse(offset, `${at.key}: expected a value, or a list of values; leave the line out for the default`);
  };
  return isSeq(value)
    ? { ...at, texts: value.items.map(read), isList: true }
    : { ...at, texts: [read(value)], isList: false };
}

/** The text of a file that somebody wrote by hand. @throws ConfigError for what cannot be one */
export function readText(path: string): string {
  try {
    const bytes = readFileSync(path);
    if (bytes.length > mostBytes) throw new ConfigError(`${path}: too large for a configuration file`);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown";
    throw new ConfigError(`${path}: cannot be read as text (${reason})`);
  }
}
