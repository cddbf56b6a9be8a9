import { existsSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { parseSync } from "oxc-parser";

/** One import of a source file. */
export interface Import {
  readonly specifier: string;
  readonly typeOnly: boolean;
}

const isTest = (file: string): boolean => /\.(test|bench|test-d)\.tsx?$/.test(file);

/** TypeScript files of a folder without tests, sorted; none for a folder that does not exist. */
export function sourceFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !isTest(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Everything that a file imports or exports from another module. @throws for a file that does not parse */
export function importsOf(file: string, text: string): Import[] {
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const imports: Import[] = module.staticImports.map((statement) => ({
    specifier: statement.moduleRequest.value,
    typeOnly: statement.entries.length > 0 && statement.entries.every((entry) => entry.isType),
  }));
  for (const statement of module.staticExports) {
    for (const entry of statement.entries) {
      if (entry.moduleRequest) imports.push({ specifier: entry.moduleRequest.value, typeOnly: entry.isType });
    }
  }
  for (const expression of module.dynamicImports) {
    const text_ = text.slice(expression.moduleRequest.start, expression.moduleRequest.end);
    const literal = /^["'](.+)["']$/.exec(text_);
    if (literal?.[1]) imports.push({ specifier: literal[1], typeOnly: false });
  }
  return imports;
}

/** The first folder of a file under `src`, or `""`. */
export function topFolder(src: string, file: string): string {
  const parts = relative(src, file).split(sep);
  return parts.length > 1 ? (parts[0] ?? "") : "";
}

/** Cycles among the files of one package, of types too: each is reported once, as the files on it. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const state = new Map<string, "open" | "done">();
  const cycles: string[][] = [];
  const stack: string[] = [];
  const visit = (file: string): void => {
    state.set(file, "open");
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (state.get(next) === "open") cycles.push([...stack.slice(stack.indexOf(next)), next]);
      else if (!state.has(next)) visit(next);
    }
    stack.pop();
    state.set(file, "done");
  };
  for (const file of graph.keys()) if (!state.has(file)) visit(file);
  return cycles;
}
