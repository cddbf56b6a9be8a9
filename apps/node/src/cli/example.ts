import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ConfigError } from "../config/config-error.ts";
import { suggest } from "../config/suggest.ts";

/** The examples next to the program: the bundle puts them there. */
const examples = fileURLToPath(new URL("examples/", import.meta.url));

interface ExampleManifest {
  readonly description: string;
  readonly scripts: Readonly<Record<string, string>>;
}

const readExample = (name: string): ExampleManifest =>
  JSON.parse(readFileSync(join(examples, name, "package.json"), "utf8")) as ExampleManifest;

/** The `example` command without a name: prints what there is. */
export function listExamples(): void {
  const names = readdirSync(examples);
  const width = Math.max(...names.map(({ length }) => length));
  for (const name of names) process.stdout.write(`${name.padEnd(width)}  ${readExample(name).description}\n`);
  process.stdout.write("\n`ledger-node example NAME FOLDER` copies one.\n");
}

/**
 * The `example` command: copies a project, ready to be installed.
 *
 * @param name - one that {@link listExamples} prints
 * @param folder - place of the copy, made when it is missing; the name's own when absent
 * @throws ConfigError for another name, and for a folder that is not empty
 */
export function copyExample(name: string, folder: string = name): void {
  const names = readdirSync(examples);
  if (!names.includes(name)) {
    throw new ConfigError(
      `there is no example '${name}'${suggest(name, names)} (run 'ledger-node example' to list them)`,
    );
  }
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new ConfigError(`${folder} is not empty: name a folder that is, or one that does not exist`);
  }
  cpSync(join(examples, name), folder, { recursive: true });
  const { scripts } = readExample(name);
  const script = scripts.start === undefined ? "npm test" : "npm start";
  process.stdout.write(`${folder}: ${readExample(name).description}\n\n  cd ${folder}\n  npm install\n  ${script}\n`);
}
