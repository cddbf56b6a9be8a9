import { type Command, InvalidArgumentError } from "commander";
import { ConfigError } from "./config-error.ts";
import type { ConfigFile } from "./config-file.ts";
import { suggest } from "./suggest.ts";
import { addTable, configOption, type TableOption, tableOptions, variablePrefix } from "./table-option.ts";

/** Variables that belong to the program and to no option of one. */
const otherVariables: readonly string[] = ["LEDGER_CONFIG", "LEDGER_STORE_PASSWORD"];

/** Variables that orchestrators set by themselves for services whose names begin with "ledger". */
const foreignVariables = /^LEDGER(_.*)?_(SERVICE_(HOST|PORT)(_.*)?|PORT(_\d+_(TCP|UDP)(_.*)?)?)$/;

/** Options that a file and the environment can set. */
export function settingsOf(command: Command): readonly TableOption[] {
  return tableOptions(command).filter(({ isSetting }) => isSetting);
}

/** The settings of some commands, each once. */
export function allSettings(commands: readonly Command[]): readonly TableOption[] {
  const settings = commands.flatMap(settingsOf);
  return settings.filter(({ long }, place) => settings.findIndex((other) => other.long === long) === place);
}

/** The source of a setting's value, and the value as it is written there. */
export interface Origin {
  readonly kind: "flag" | "environment" | "file" | "default";
  /** For people: `--follow`, `LEDGER_FOLLOW`, `node.yaml:4`, `default`. */
  readonly place: string;
  readonly text: string;
}

const filesOf = new WeakMap<Command, ConfigFile>();
const flagsOf = new WeakMap<Command, Map<string, string[]>>();

/**
 * Gives each command that has settings the option of a configuration file.
 *
 * @returns reads the settings of a command from the file, before it runs. @throws ConfigError also for variables that nothing reads
 */
export function prepareSettings(commands: readonly Command[]): (action: Command) => Promise<void> {
  for (const command of commands) {
    const isOpen = settingsOf(command).length > 0 && !command.options.some(({ long }) => long === "--config");
    if (isOpen) addTable(command, { config: configOption });
    rememberFlags(command);
  }
  const settings = allSettings(commands);
  return async (action) => {
    checkEnvironment(process.env, settings);
    const path: unknown = action.getOptionValue("config");
    if (typeof path !== "string") return;
    const { readConfigFile } = await import("./config-file.ts");
    applyConfig(action, readConfigFile(path), settings);
  };
}

/** Keeps the flags of a command as they are typed, for {@link originOf}. */
function rememberFlags(command: Command): void {
  const typed = new Map<string, string[]>();
  flagsOf.set(command, typed);
  for (const option of settingsOf(command)) {
    command.on(`option:${option.name()}`, (text: string) => {
      typed.set(option.name(), [...(typed.get(option.name()) ?? []), text]);
    });
  }
}

/** Finds the source of an option's value. */
export function originOf(command: Command, option: TableOption): Origin {
  const name = option.name();
  const source = command.getOptionValueSource(option.attributeName());
  if (source === "cli") {
    const texts = flagsOf.get(command)?.get(name) ?? [];
    return { kind: "flag", place: `--${name}`, text: texts.join(",") };
  }
  if (source === "env" && option.envVar !== undefined) {
    return { kind: "environment", place: option.envVar, text: process.env[option.envVar] ?? "" };
  }
  const file = filesOf.get(command);
  const entry = source === "config" ? file?.entries.find(({ key }) => key === name) : undefined;
  if (file !== undefined && entry !== undefined) {
    return { kind: "file", place: `${file.path}:${entry.line}`, text: entry.texts.join(",") };
  }
  const { defaultValue, defaultValueDescription } = option;
  const text = defaultValueDescription ?? (defaultValue === undefined ? "none" : String(defaultValue));
  return { kind: "default", place: "default", text };
}

/** Names the place where a setting was set, with its name once: `--listen`, `LEDGER_LISTEN`, `node.yaml:4: listen`. */
export function describePlace(command: Command, option: TableOption): string {
  const { kind, place } = originOf(command, option);
  if (kind === "file") return `${place}: ${option.name()}`;
  return kind === "default" ? `--${option.name()}` : place;
}

/** Ends a command because a setting cannot be used, and names where it was set. */
export function refuseSetting(command: Command, option: TableOption, reason: string): never {
  return command.error(`error: ${describePlace(command, option)}: ${reason}`);
}

/**
 * Gives a command the settings of a file: those that neither a flag nor a variable has set. A file may hold settings of other
 * commands too.
 *
 * @param known - settings of all commands
 * @throws ConfigError with file, line and reason
 */
function applyConfig(command: Command, file: ConfigFile, known: readonly TableOption[]): void {
  filesOf.set(command, file);
  for (const { key, texts, isList, line } of file.entries) {
    const refuse = (reason: string): never => {
      throw new ConfigError(`${file.path}:${line}: ${reason}`);
    };
    const setting = known.find((option) => option.name() === key);
    if (setting === undefined) {
      const names = known.map((option) => option.name());
      throw new ConfigError(`${file.path}:${line}: unknown key '${key}'${suggest(key, names)}`);
    }
    if (isList && setting.record.value.isList !== true) refuse(`${key}: expected one value, not a list`);
    const value = parseTexts(setting, texts, (reason) => refuse(`${key}: ${reason}`));
    if (!command.options.some((option) => option.name() === key)) continue;
    const name = setting.attributeName();
    const source = command.getOptionValueSource(name);
    if (source === undefined || source === "default") command.setOptionValueWithSource(name, value, "config");
  }
}

function parseTexts(option: TableOption, texts: readonly string[], refuse: (reason: string) => never): unknown {
  const parse = option.parseArg;
  if (parse === undefined) return texts[0];
  try {
    return texts.reduce<unknown>((previous, text) => parse(text, previous), undefined);
  } catch (error) {
    if (error instanceof InvalidArgumentError) return refuse(error.message);
    throw error;
  }
}

/**
 * Refuses variables that would be ignored, because nothing has their name.
 *
 * @throws ConfigError
 */
function checkEnvironment(env: NodeJS.ProcessEnv, known: readonly TableOption[]): void {
  const names = [...known.map(({ envVar }) => envVar ?? variablePrefix), ...otherVariables];
  for (const name of Object.keys(env)) {
    if (!name.startsWith(variablePrefix) || names.includes(name) || foreignVariables.test(name)) continue;
    throw new ConfigError(
      `environment variable ${name} does not belong to any option${suggest(name, names, variablePrefix)}`,
    );
  }
}
