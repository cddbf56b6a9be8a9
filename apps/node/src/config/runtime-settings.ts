import type { LogLevel } from "./log-options.ts";
import type { RateLimit } from "./rate-limit-option.ts";
import type { StartOptions } from "./start-options.ts";

/** Settings that can change while a node runs. Plain data: they cross to processes. */
export interface RuntimeSettings {
  readonly logLevel: LogLevel;
  readonly rateLimit: RateLimit | undefined;
}

/** Takes from the options what {@link RuntimeSettings} has. */
export function runtimeSettings({ logLevel, rateLimit }: Pick<StartOptions, keyof RuntimeSettings>): RuntimeSettings {
  return { logLevel, rateLimit };
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
