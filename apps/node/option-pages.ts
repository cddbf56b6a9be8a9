import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { createProgram } from "./src/cli/program.ts";
import { configSchema } from "./src/config/config-schema.ts";
import { devnetOptions } from "./src/config/devnet-options.ts";
import type { OptionTable } from "./src/config/option.ts";
import { retentionOptions } from "./src/config/retention-options.ts";
import { allSettings } from "./src/config/settings.ts";
import { startGroups } from "./src/config/start-options.ts";
import { TableOption } from "./src/config/table-option.ts";

const root = new URL("../../", import.meta.url);

/** A page, and the places in it that are made from the tables of options. */
interface Page {
  readonly path: string;
  /** What is replaced, and by what. */
  readonly parts: readonly (readonly [place: RegExp, text: string])[];
}

const code = (text: string): string => `\`${text}\``;

function defaultOf({ defaultValue, defaultValueDescription, record }: TableOption): string {
  if (defaultValue === undefined) return record.otherwise ?? "none";
  return defaultValueDescription ?? code(String(defaultValue));
}

/** The links of a text, which are relative to the root of the repository, for a page. */
function linksOn(page: string, text: string): string {
  return text.replace(/\]\(([^)#]+)(#[^)]*)?\)/g, (_, target: string, anchor = "") => {
    const path = target === page ? "" : posix.relative(posix.dirname(page), target);
    return `](${path}${anchor})`;
  });
}

/** A table of options in Markdown. */
function tableOn(page: string, table: OptionTable): string {
  const rows = Object.entries(table).map(([name, record]) => {
    const option = new TableOption(name, record);
    const help = `${record.help}${record.value.isList === true ? "; repeatable" : ""}`;
    const meaning = linksOn(page, record.more === undefined ? help : `${help}. ${record.more}`);
    const cells = [
      code(option.flags),
      option.envVar === undefined ? "-" : code(option.envVar),
      defaultOf(option),
      meaning,
    ];
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
  });
  return `| Option | Environment | Default | Meaning |\n|---|---|---|---|\n${rows.join("")}`;
}

/** The first table after a heading. */
const tableAfter = (heading: string): RegExp =>
  new RegExp(`(?<=\n## ${heading}\n(?:(?!\n## )[^])*?\n)(?:\\| Option \\|.*\n)(?:\\|.*\n)+`);

const [readme, devnet, history] = ["apps/node/README.md", "docs/guides/devnet.md", "docs/guides/keep-history-small.md"];

const pages: readonly Page[] = [
  {
    path: readme,
    parts: startGroups.map(({ title, options }) => [
      new RegExp(`(?<=\n### ${title}\n\n)(?:\\|.*\n)+`),
      tableOn(readme, options),
    ]),
  },
  { path: devnet, parts: [[tableAfter("Options"), tableOn(devnet, devnetOptions)]] },
  { path: history, parts: [[tableAfter("The pruning windows"), tableOn(history, retentionOptions)]] },
];

/** The JSON Schema of the configuration file, as the package has it. */
function schemaText(): string {
  const program = createProgram({ signal: new AbortController().signal, release() {}, onHangup() {} });
  const commands = program.commands.flatMap((command) => [command, ...command.commands]);
  return `${JSON.stringify(configSchema(allSettings(commands)), undefined, 2)}\n`;
}

/**
 * The files that are made from the tables of options, as they should be, by their paths from the root of the repository.
 *
 * @throws Error for a page that lacks a place for one of its tables
 */
export function optionPages(): ReadonlyMap<string, string> {
  const written = pages.map(({ path, parts }): [string, string] => {
    let text = readFileSync(new URL(path, root), "utf8");
    for (const [place, part] of parts) {
      if (!place.test(text)) throw new Error(`${path} has no place for a table: ${place.source}`);
      text = text.replace(place, () => part);
    }
    return [path, text];
  });
  return new Map([...written, ["apps/node/config.schema.json", schemaText()]]);
}
