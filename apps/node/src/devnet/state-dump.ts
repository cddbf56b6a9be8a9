import { rename, rm, stat, writeFile } from "node:fs/promises";
import type { LocalNetwork } from "@ledger/devnet";
import type { DevnetOptions } from "../config/devnet-options.ts";
import { NodeStartError } from "../health/node-start-error.ts";
import { type Logger, say } from "../logger.ts";

/** The options of the file that a state is written to. */
export type DumpOptions = Pick<DevnetOptions, "dumpState" | "dumpInterval">;

/** Tries the file of a dump before anything is begun that the dump is to keep. @throws NodeStartError when it cannot be written */
export async function expectDumpPlace({ dumpState: path }: DumpOptions): Promise<void> {
  if (path === undefined) return;
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() === true) throw cannotDump(path, "it is a folder; name a file in it");
  try {
    await writeFile(partOf(path), "");
    await rm(partOf(path));
  } catch (error) {
    throw cannotDump(path, codeOf(error), error);
  }
}

/** Writes the state of a network to a file: at its end, and at an interval where that is wanted. */
export class StateDump {
  readonly #net: Pick<LocalNetwork, "dumpState">;
  readonly #options: DumpOptions;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;
  #underWay: Promise<void> | undefined;
  /** The failure of the last dump of an interval, which is said once. */
  #said: string | undefined;

  constructor(net: Pick<LocalNetwork, "dumpState">, options: DumpOptions, log: Logger) {
    this.#net = net;
    this.#options = options;
    this.#log = log;
    this.#schedule();
  }

  /** Writes the last state. @throws NodeStartError when it cannot be written */
  async end(): Promise<void> {
    await this.#underWay;
    clearTimeout(this.#timer);
    const { dumpState: path } = this.#options;
    if (path === undefined) return;
    const bytes = await this.#write(path);
    say(this.#log, "info", {
      message: "state dumped",
      fields: { file: path, bytes },
      text: `state     written to ${path}; --load-state continues from there`,
    });
  }

  #schedule(): void {
    const { dumpState: path, dumpInterval } = this.#options;
    if (path === undefined || dumpInterval === undefined) return;
    this.#timer = setTimeout(() => {
      this.#underWay = this.#dump(path).then(() => {
        this.#underWay = undefined;
      });
    }, dumpInterval);
  }

  /** One dump of the interval. The network continues when it fails: the next one may succeed. */
  async #dump(path: string): Promise<void> {
    try {
      const bytes = await this.#write(path);
      this.#said = undefined;
      this.#log.debug({ file: path, bytes }, "state dumped");
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== this.#said)
        say(this.#log, "warn", {
          message: "state not dumped",
          fields: { file: path, reason },
          text: `${reason}; the next dump is tried in time`,
        });
      this.#said = reason;
    }
    // The next interval begins here: dumps that take long do not wait in a row.
    this.#schedule();
  }

  /** Writes the state next to its place first: a dump that is interrupted must not take the place of the last one. */
  async #write(path: string): Promise<number> {
    const state = await this.#net.dumpState();
    try {
      await writeFile(partOf(path), state);
      await rename(partOf(path), path);
    } catch (error) {
      await rm(partOf(path), { force: true }).catch(() => undefined);
      throw cannotDump(path, codeOf(error), error);
    }
    return state.length;
  }
}

function partOf(path: string): string {
  return `${path}.tmp`;
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code);
}

function cannotDump(path: string, reason: string, cause?: unknown): NodeStartError {
  const hint = reason === "ENOENT" ? "its folder does not exist" : reason;
  return new NodeStartError("state_unusable", `cannot write the state to ${path} (${hint})`, { cause });
}
