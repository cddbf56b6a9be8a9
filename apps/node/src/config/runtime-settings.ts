import type { OptionRecord } from "./option.ts";
import { type StartOptions, startTable, takeOptions } from "./start-options.ts";

type Live<Table> = { [Name in keyof Table]: Table[Name] extends { readonly isLive: true } ? Name : never }[keyof Table];

/** Settings that can change while a node runs. Plain data: they cross to processes. */
export type RuntimeSettings = Pick<StartOptions, Live<typeof startTable>>;

const names = Object.entries<OptionRecord>(startTable).flatMap(([name, { isLive }]) => (isLive === true ? name : []));

/** Takes from the options what {@link RuntimeSettings} has. */
export function runtimeSettings(options: RuntimeSettings): RuntimeSettings {
  return takeOptions(options, names as readonly (keyof RuntimeSettings)[]);
}

/** The settings of a running node, and the listeners for their changes. */
export class LiveSettings {
  readonly #watchers = new Set<(settings: RuntimeSettings) => void>();
  #current: RuntimeSettings;

  constructor(settings: RuntimeSettings) {
    this.#current = settings;
  }

  get current(): RuntimeSettings {
    return this.#current;
  }

  change(settings: Partial<RuntimeSettings>): void {
    this.#current = { ...this.#current, ...settings };
    for (const watcher of this.#watchers) watcher(this.#current);
  }

  watch(watcher: (settings: RuntimeSettings) => void): void {
    this.#watchers.add(watcher);
  }
}
