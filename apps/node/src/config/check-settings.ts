import type { Command } from "commander";
import { hasPassword } from "../store/location.ts";
import { mayBeLocal } from "./needs.ts";
import type { OptionTable } from "./option.ts";
import { describePlace, originOf, refuseSetting, settingsOf } from "./settings.ts";
import type { StartOptions } from "./start-options.ts";
import { isUrl } from "./store-options.ts";
import { type TableOption, tableOptions } from "./table-option.ts";

/** The record of an option of a command, whose rules read that command's options. */
const recordOf = ({ record }: TableOption): OptionTable<object>[string] => record as OptionTable<object>[string];

/**
 * Refuses settings of a command that cannot be used, or not together, and names where one of them was set. Called when all are read.
 *
 * @param starts - true for a command with the options of `start`
 * @returns the settings that have no effect: for people, with the places where they are set
 */
export function checkSettings(action: Command, starts: boolean): readonly string[] {
  const options: object = action.opts();
  const given = tableOptions(action)
    .map((option) => ({ option, value: action.getOptionValue(option.attributeName()) as unknown }))
    .filter(({ value }) => value !== undefined);
  for (const { option, value } of given) {
    const reason = option.record.value.check?.(value);
    if (reason !== undefined) refuseSetting(action, option, reason);
    if (option.record.value.isStore === true) refusePassword(action, option, value as string);
  }
  for (const { option } of given) {
    const reason = recordOf(option).refuse?.(options);
    if (reason !== undefined) refuseSetting(action, option, reason);
  }
  return starts ? refuseIdle(action) : [];
}

/** Refuses a password on the command line, where every user of the machine can read it. */
function refusePassword(action: Command, option: TableOption, value: string): void {
  if (action.getOptionValueSource(option.attributeName()) !== "cli" || !isUrl(value) || !hasPassword(value)) return;
  action.error(
    `error: option '${option.long}' must not hold a password, which 'ps' shows to everybody: use --store-password-file, LEDGER_STORE_PASSWORD or LEDGER_STORE.`,
  );
}

/** Ends a command that has a flag without effect. @returns the other settings that have none, in words */
function refuseIdle(action: Command): readonly string[] {
  const idle = findIdle(action, action.opts());
  for (const option of idle) {
    const { reason, isHarmless } = recordOf(option).needs!;
    const isTyped = action.getOptionValueSource(option.attributeName()) === "cli";
    if (isTyped && isHarmless !== true) refuseSetting(action, option, `${reason}.`);
  }
  return idle.map((option) => `${describePlace(action, option)}: ${recordOf(option).needs!.reason}`);
}

/** Lists the settings that would have no effect if the store held another network's ledger: for people, with the places where they are set. */
export function describeIdleOnOtherLedger(command: Command): readonly string[] {
  const options = command.opts<StartOptions>();
  if (!mayBeLocal(options)) return [];
  const idleAnyway = findIdle(command, options);
  // Nothing in the options says so: only what the store holds.
  const idle = findIdle(command, { ...options, follow: [] }).filter((option) => !idleAnyway.includes(option));
  return idle.map(
    (option) => `${describePlace(command, option)}: has no effect: the store holds another network's ledger`,
  );
}

/** The settings of a command that have no effect with some options. */
function findIdle(command: Command, options: object): readonly TableOption[] {
  return settingsOf(command).filter((option) => {
    const { needs, idleAs } = recordOf(option);
    const { kind } = originOf(command, option);
    if (needs === undefined || kind === "default" || (needs.isHarmless === true && kind !== "flag")) return false;
    return command.getOptionValue(option.attributeName()) !== idleAs && !needs.isMet(options);
  });
}
