import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseSync, Visitor } from "oxc-parser";

const folder = fileURLToPath(new URL("../../../state-store/src/postgres/", import.meta.url));

/** A piece of SQL that the driver's sources have as a text. */
export interface SqlPiece {
  readonly file: string;
  readonly text: string;
}

/** Names a table, or begins as a statement does that needs none. */
const isSql = /@\.|^\s*(select|insert|update|delete|with|create|alter|drop|savepoint|rollback|set|lock|truncate)\s/;

/** The pieces of SQL in the sources of the driver: whole texts, and what templates have between the values that are put into them. */
export function findSqlPieces(): readonly SqlPiece[] {
  return globSync("**/*.ts", { cwd: folder, exclude: (name) => name.endsWith(".test.ts") })
    .sort()
    .flatMap((file) => piecesOf(readFileSync(`${folder}${file}`, "utf8")).map((text) => ({ file, text })));
}

/** The same of one source. */
export function piecesOf(source: string): readonly string[] {
  const pieces: string[] = [];
  const visitor = new Visitor({
    TemplateLiteral({ quasis }) {
      const parts = quasis.map(({ value }) => value.cooked ?? value.raw);
      if (parts.some((part) => isSql.test(part))) pieces.push(...parts);
    },
    Literal({ value }) {
      if (typeof value === "string" && isSql.test(value)) pieces.push(value);
    },
  });
  visitor.visit(parseSync("source.ts", source).program);
  return pieces;
}
