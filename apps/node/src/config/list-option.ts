import { Option } from "commander";

/**
 * An option that takes several values: it is repeated on the command line, or has commas between its values, or is a list in
 * a configuration file. What is given replaces the default.
 */
export class ListOption<T = readonly string[]> extends Option {
  /**
   * @param add - adds one value to those given before; throws InvalidArgumentError
   * @param none - what there is before the first value
   */
  constructor(flags: string, description: string, none: T, add: (text: string, previous: T) => T) {
    super(flags, `${description}; for several, repeat the option or separate them with commas`);
    this.argParser((text: string, previous: T | undefined) => {
      const before = previous === undefined || previous === this.defaultValue ? none : previous;
      return text.split(",").reduce((values, entry) => add(entry.trim(), values), before);
    });
  }
}

/** An option whose values are texts. @param parse - throws InvalidArgumentError */
export function listOption(flags: string, description: string, parse: (text: string) => string): ListOption {
  return new ListOption<readonly string[]>(flags, description, [], (text, previous) => [...previous, parse(text)]);
}
