import { loadModule, parseSync } from "libpg-query";

/** One statement of a text, with its tree. */
export interface ParsedStatement {
  readonly text: string;
  readonly tree: object;
}

/** Makes {@link parseStatements} ready. */
export const loadParser: () => Promise<void> = loadModule;

/** Takes a text apart by PostgreSQL's own parser. @throws Error with the text, where it is no SQL */
export function parseStatements(text: string): readonly ParsedStatement[] {
  try {
    const bytes = Buffer.from(text);
    const { stmts = [] } = parseSync(text) as {
      readonly stmts?: readonly {
        readonly stmt: object;
        readonly stmt_location?: number;
        readonly stmt_len?: number;
      }[];
    };
    return stmts.map(({ stmt, stmt_location: from = 0, stmt_len: length }) => ({
      text: bytes.toString("utf8", from, length === undefined ? undefined : from + length),
      tree: stmt,
    }));
  } catch (error) {
    throw new Error(`cannot be parsed: ${text}`, { cause: error });
  }
}

/** All statements of texts, each once and plain. */
export function plainStatements(texts: Iterable<string>): readonly string[] {
  const plain = [...texts].flatMap((text) => parseStatements(text).map((statement) => plainStatement(statement.text)));
  return [...new Set(plain)];
}

/** A statement without what differs from run to run: names of schemas and partitions, bounds, how many rows are inserted at once. */
export function plainStatement(text: string): string {
  return text
    .replaceAll(/--[^\n]*/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll(/\bcheck_(postgres|shards)_\w+/g, "ledger")
    .replaceAll(/_p\d+\b/g, "_p0")
    .replaceAll(/from \(\d+\) to \(\d+\)/g, "from (0) to (64)")
    .replaceAll(/(gen_random_uuid\(\)::text, '-', ''\), 'hex'\)), \d+, \d+\)/g, "$1, 64, 0)")
    .replace(/^(insert into \S+ \([^)]*\) values \([^)]*\)),.*$/, "$1");
}
