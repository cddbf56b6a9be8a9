import type { TSchema } from "typebox";

/** How the value of an option is written, and what is read from it. */
export interface Value<T = unknown> {
  /** How a configuration file writes it; of several values, one of them. */
  readonly schema: TSchema;
  /** True if there may be several, which are read one after the other. */
  readonly isList?: boolean;
  /** True for the URL of a database server, which may hold a password: no flag may. */
  readonly isStore?: boolean;
  /**
   * Reads a text.
   *
   * @param previous - what was read before, where there may be several
   * @throws InvalidArgumentError, whose message is printed together with the text
   */
  parse(text: string, previous?: T): T;
  /** Says why a value cannot be used that was read all the same: a text that may hold a secret must not be printed. */
  check?(value: T): string | undefined;
}

/** A part of what answers requests, whose behaviour an option can change. */
export type Part =
  /** Every address that a service listens on. */
  | "server"
  | "explorer"
  /** The answers of the API, in each thread that makes some. */
  | "answers"
  /** The facts of the node, at `/v1/info`. */
  | "info"
  | "streams"
  | "graphql"
  | "faucet"
  /** The description of a local network, at `/v1/-/local`. */
  | "description"
  /** The operations that change a network for tests. */
  | "verbs"
  /** The address of metrics and probes. */
  | "admin"
  | "log";

/** A condition for an option to have an effect. */
export interface Need<Options> {
  /** For people, as in `needs --fork`. */
  readonly reason: string;
  readonly isMet: (options: Options) => boolean;
  /** Scripts and images set the option for every node: it is a warning where it is typed, and nothing elsewhere. */
  readonly isHarmless?: boolean;
}

/**
 * All there is to know of an option. Its name in the program is its place in a table, and follows from its flag; so do the name in a
 * configuration file and that of the variable.
 *
 * @typeParam Options - those of the command, of which the rules read some; `never` while the command is open
 */
export interface OptionRecord<Options = never> {
  /** The flag with what follows it, such as `-a, --accounts <count>`. */
  readonly flag: string;
  /** False for an option that only the command line has. */
  readonly isSetting?: boolean;
  readonly value: Value;
  /** The value when none is given. */
  readonly default?: unknown;
  /** The default as it is shown, where it is not what is written. */
  readonly defaultText?: string;
  /** The default in words, in Markdown, where it depends on others or is what the program does by itself. */
  readonly otherwise?: string;
  /** The same for the other options that are given, as it would be written. */
  readonly held?: (options: Options) => string;
  /** The value of an option of the form `[value]` without one. */
  readonly preset?: unknown;
  readonly isMandatory?: boolean;
  /** Names of options that may not be typed with it. */
  readonly excludes?: readonly string[];
  /** One line, in which what is typed is in backquotes. */
  readonly help: string;
  /** More about it, for the tables of the pages, in Markdown. Links are relative to the root of the repository. */
  readonly more?: string;
  /** The parts whose behaviour it changes, besides what keeps the ledger. */
  readonly appliesTo?: readonly Part[];
  /** True for a setting that a running node takes over from a configuration that is read again. */
  readonly isLive?: boolean;
  /** Never shown. */
  readonly isSecret?: boolean;
  /** True for the path of a file that has to be there, or the form of what is none. */
  readonly isFile?: boolean | RegExp;
  /** Says why a value that was given cannot be used with the others. */
  readonly refuse?: (options: Options) => string | undefined;
  /** A value that lacks it is refused where it is typed; where a file or a variable sets it, which may serve other nodes too, the node warns. */
  readonly needs?: Need<Options>;
  /** The value that asks for nothing, and so needs nothing. */
  readonly idleAs?: unknown;
}

/** The members of a record besides the flag and the value. */
type Details<T> = Omit<OptionRecord, "flag" | "value" | "default" | "idleAs"> & {
  readonly default?: T;
  readonly idleAs?: T;
};

/** Refuses members that no record has: in a type parameter, the compiler takes any. */
type Known<Own> = { readonly [Name in Exclude<keyof Own, keyof OptionRecord>]: never };

/** The record of an option that has a variable and a key in a configuration file, too. */
export function option<T, const Own extends Details<NoInfer<T>>>(
  flag: string,
  value: Value<T>,
  details: Own & Known<Own>,
): Own & { readonly flag: string; readonly value: Value<T> } {
  return { flag, value, ...details };
}

/** The record of an option that only the command line has. */
export function commandOption<T, const Own extends Details<NoInfer<T>>>(
  flag: string,
  value: Value<T>,
  details: Own & Known<Own>,
): Own & { readonly flag: string; readonly value: Value<T>; readonly isSetting: false } {
  return { ...option(flag, value, details), isSetting: false };
}

/** Options by their names in the program. */
export type OptionTable<Options = never> = Readonly<Record<string, OptionRecord<Options>>>;

/** Options that belong together, as help and pages show them. */
export interface OptionGroup<Table extends OptionTable = OptionTable> {
  readonly title: string;
  /** A command line that uses some of them. */
  readonly example: string;
  readonly options: Table;
}

type ValueOf<R> = R extends { readonly value: Value<infer T> } ? T : never;

/** The names of the options that always have a value. */
type Given<Table> = {
  [Name in keyof Table]: Table[Name] extends { readonly default: unknown } | { readonly isMandatory: true }
    ? Name
    : never;
}[keyof Table];

/** The values that a command gets of a table. */
export type OptionsOf<Table> = { readonly [Name in Given<Table>]: ValueOf<Table[Name]> } & {
  readonly [Name in Exclude<keyof Table, Given<Table>>]?: ValueOf<Table[Name]> | undefined;
};

/** The names of the options that apply to one of some parts. */
export type AppliedTo<Table, Parts extends Part> = {
  [Name in keyof Table]: Extract<PartsOf<Table[Name]>, Parts> extends never ? never : Name;
}[keyof Table];

/** The parts that an option applies to. */
export type PartsOf<R> = R extends { readonly appliesTo: readonly (infer P extends Part)[] } ? P : never;

/** The names of the options of a table that apply to a part, or to any when it is absent. */
export function appliedTo<Table extends OptionTable, const Of extends Part = Part>(
  table: Table,
  part?: Of,
): readonly AppliedTo<Table, Of>[] {
  const applied = Object.entries(table).filter(([, { appliesTo = [] }]) =>
    part === undefined ? appliesTo.length > 0 : appliesTo.includes(part),
  );
  return applied.map(([name]) => name as AppliedTo<Table, Of>);
}
