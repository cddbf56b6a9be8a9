import { type Command, Option } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { type OptionGroup, type OptionRecord, type OptionTable, option } from "./option.ts";
import { text } from "./values.ts";

/** Prefix of the names of all variables of the program. */
export const variablePrefix = "LEDGER_";

/** The option of every command that can be configured by a file. */
export const configOption = option("--config <file>", text, {
  help: "configuration file (YAML): names of options, without dashes, and values",
  more: "See [Configuration](apps/node/README.md#configuration)",
});

/** An option of a command, as its record says. */
export class TableOption extends Option {
  readonly record: OptionRecord;

  /** @throws TypeError for a record whose place in its table is not its name */
  constructor(name: string, record: OptionRecord) {
    const { value, help } = record;
    const several = "; for several, repeat the option or separate them with commas";
    super(record.flag, `${help.replaceAll("`", "")}${value.isList === true ? several : ""}`);
    this.record = record;
    // Commander takes an option whose name begins with `no-` for the opposite of another one.
    this.negate = false;
    if (this.attributeName() !== name) throw new TypeError(`${record.flag} is in the table as ${name}`);
    if (record.isSetting !== false) this.env(variablePrefix + this.name().toUpperCase().replaceAll("-", "_"));
    if (record.default !== undefined) this.default(record.default, record.defaultText);
    if (record.preset !== undefined) this.preset(record.preset);
    if (record.excludes !== undefined) this.conflicts([...record.excludes]);
    const words = (value.schema as { readonly enum?: readonly string[] }).enum;
    if (words !== undefined && value.isList !== true) this.choices(words);
    // What is given replaces the default.
    else if (!this.isBoolean()) {
      this.argParser((given: string, before) => value.parse(given, before === this.defaultValue ? undefined : before));
    }
    this.makeOptionMandatory(record.isMandatory === true);
  }

  /** True for an option that a file and the environment can set. */
  get isSetting(): boolean {
    return this.envVar !== undefined && this.record !== configOption;
  }
}

/** The options of a command that come from a table. */
export function tableOptions(command: Command): readonly TableOption[] {
  return command.options.filter((option) => option instanceof TableOption);
}

/** Adds the options of a table to a command. */
export function addTable(command: Command, table: OptionTable, heading?: string): Command {
  for (const [name, record] of Object.entries(table)) {
    const option = new TableOption(name, record);
    command.addOption(heading === undefined ? option : option.helpGroup(heading));
  }
  return command;
}

/** Adds groups of options to a command, each under its title and example. */
export function addGroups(command: Command, groups: readonly OptionGroup[]): Command {
  for (const { title, example, options } of groups) addTable(command, options, `${title}:\n  $ ${example}`);
  return command;
}

/** URL of the guides. */
export const guidesUrl: string = manifest.homepage.replace(/\/apps\/.*$/, "/docs/guides");

/** Ends the help of a command with an example and the address of the guides. */
export function addExample(command: Command, example?: string): Command {
  const lines = example === undefined ? [] : [`Example:\n  $ ${example}`, ""];
  return command.addHelpText("after", ["", ...lines, `Guides: ${guidesUrl}`].join("\n"));
}
