import { accessSync, constants } from "node:fs";
import type { Command } from "commander";
import { ConfigError } from "../config/config-error.ts";
import type { OptionRecord } from "../config/option.ts";
import { describePlace, originOf, settingsOf } from "../config/settings.ts";
import type { StartOptions } from "../config/start-options.ts";
import { readCertificate } from "../http/tls.ts";
import { maskPasswords } from "../store/location.ts";

/** Most characters of a value that the column of their origins is kept away from. */
const widest = 40;

/** The `config show` command: every setting with the value that holds and where that comes from. */
export function configShow(command: Command): void {
  const shown = settingsOf(command).map((option) => {
    const { kind, place, text: written } = originOf(command, option);
    const { held, isSecret } = option.record as OptionRecord<object>;
    const text = kind === "default" && held !== undefined ? held(command.opts()) : written;
    return { key: option.name(), text: isSecret === true && text !== "none" ? "***" : maskPasswords(text), place };
  });
  const keys = Math.max(...shown.map(({ key }) => key.length));
  const texts = Math.min(widest, Math.max(...shown.map(({ text }) => text.length)));
  for (const { key, text, place } of shown) {
    process.stdout.write(`${key.padEnd(keys)}  ${text.padEnd(texts)}  ${place}\n`);
  }
}

/**
 * The `config check` command: what is wrong was refused before it runs; here the files that are named are looked for.
 *
 * @param idle - the settings that have no effect, in words
 */
export function configCheck(command: Command, idle: readonly string[]): void {
  const counts = { flag: 0, environment: 0, file: 0, default: 0 };
  for (const option of settingsOf(command)) {
    counts[originOf(command, option).kind]++;
    const value: unknown = command.getOptionValue(option.attributeName());
    const { isFile = false } = option.record;
    if (typeof value !== "string" || isFile === false || (isFile !== true && isFile.test(value))) continue;
    expectReadable(value, describePlace(command, option));
  }
  readCertificate(command.opts<StartOptions>());
  for (const warning of idle) process.stdout.write(`warning: ${warning}\n`);
  process.stdout.write(
    `the configuration can be used: ${counts.flag} settings from flags, ${counts.environment} from the environment, ` +
      `${counts.file} from the file, ${counts.default} defaults\n`,
  );
}

function expectReadable(path: string, place: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    throw new ConfigError(`${place}: cannot read ${path} (${(error as NodeJS.ErrnoException).code})`);
  }
}
