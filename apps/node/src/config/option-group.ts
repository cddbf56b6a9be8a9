import type { Command, Option } from "commander";
import manifest from "../../package.json" with { type: "json" };

/** Options that belong together, as the help shows them. */
export interface OptionGroup {
  readonly title: string;
  /** A command line that uses some of them. */
  readonly example: string;
  readonly options: readonly Option[];
}

/** URL of the guides. */
export const guidesUrl: string = manifest.homepage.replace(/\/apps\/.*$/, "/docs/guides");

/** Adds groups of options to a command, each under its title and example. */
export function addGroups(command: Command, groups: readonly OptionGroup[]): Command {
  for (const { title, example, options } of groups) {
    for (const option of options) command.addOption(option.helpGroup(`${title}:\n  $ ${example}`));
  }
  return command;
}

/** Ends the help of a command with an example and the address of the guides. */
export function addExample(command: Command, example?: string): Command {
  const lines = example === undefined ? [] : [`Example:\n  $ ${example}`, ""];
  return command.addHelpText("after", ["", ...lines, `Guides: ${guidesUrl}`].join("\n"));
}
