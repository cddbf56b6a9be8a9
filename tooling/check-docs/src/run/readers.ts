import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Order, Report } from "./protocol.ts";
import type { Results } from "./results.ts";

/** Starts a program on a machine of a name. */
type Start = (name: string, program: string) => ChildProcess;

/** Longer than one command of a page may take. */
const longestSilenceMs = 420_000;

/** The machines of a run, each of which reads one page at a time. */
export class Readers {
  readonly #results: Results;
  readonly #start: Start;
  readonly #signal: AbortSignal;
  readonly #silenceMs: number;
  readonly #machines = new Map<ChildProcess, Promise<unknown>>();

  /** @param silenceMs - how long a machine may say nothing before it is ended */
  constructor(results: Results, start: Start, signal: AbortSignal, silenceMs: number = longestSilenceMs) {
    this.#results = results;
    this.#start = start;
    this.#signal = signal;
    this.#silenceMs = silenceMs;
    signal.addEventListener("abort", () => void this.end(), { once: true });
  }

  /** Starts what pages take for granted, on a machine that stays. */
  async startWorld(): Promise<void> {
    await this.#ready(this.#open("world", "world-machine.ts"));
  }

  /** Has pages read, so many at a time; those of a group are read one after the other. */
  async read(groups: readonly (readonly Order[])[], atATime: number): Promise<void> {
    const waiting = groups.filter(({ length }) => length > 0);
    const readOn = async (number: number): Promise<void> => {
      let machine: ChildProcess | undefined;
      for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
        for (const order of group) {
          if (machine === undefined || !this.#machines.has(machine)) {
            machine = this.#open(`${number}`, "page-machine.ts");
            await this.#ready(machine);
          }
          await this.#readPage(machine, order);
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(atATime, waiting.length) }, (_, number) => readOn(number)));
  }

  /** Ends every machine, and waits until nothing of them is left. */
  async end(): Promise<void> {
    const machines = [...this.#machines];
    for (const [machine] of machines) {
      // One that is alone ends by itself, and the time that it took counts as this program's; one that is killed takes that with it.
      if (this.#signal.aborted) machine.kill("SIGKILL");
      else if (machine.connected) machine.disconnect();
    }
    const late = setTimeout(() => {
      for (const [machine] of machines) machine.kill("SIGKILL");
    }, 5_000);
    await Promise.allSettled(machines.map(([, closed]) => closed));
    clearTimeout(late);
  }

  #open(name: string, program: string): ChildProcess {
    this.#signal.throwIfAborted();
    const machine = this.#start(name, program);
    // There is no event "close" of a process that was disconnected.
    const streams = [machine.stdout, machine.stderr].flatMap((stream) =>
      stream === null ? [] : [once(stream, "close")],
    );
    const closed = Promise.all([once(machine, "exit"), ...streams]).finally(() => this.#machines.delete(machine));
    this.#machines.set(machine, closed);
    return machine;
  }

  async #ready(machine: ChildProcess): Promise<void> {
    const { end, begun } = await this.#listen(machine, ({ kind }) => kind === "ready");
    if (end !== undefined) throw new Error(`a machine of the pages ${end}, at ${begun}`);
  }

  async #readPage(machine: ChildProcess, order: Order): Promise<void> {
    machine.send(order);
    const { end, begun } = await this.#listen(machine, (report) => {
      if (report.kind !== "has read") return report.kind === "ready";
      this.#results.add(order.page, report.outcomes, report);
      return false;
    });
    if (end === undefined) return;
    this.#results.add(order.page, [{ page: order.page, line: 1, kind: "page", problem: `it ${end}, at ${begun}` }]);
  }

  /** Takes reports of a machine until one is the last, or ends it where none comes. @returns its end, and what it had begun last */
  async #listen(
    machine: ChildProcess,
    isLast: (report: Report) => boolean,
  ): Promise<{ readonly end?: string; readonly begun: string }> {
    let begun = "its start";
    let end = "has ended";
    const stop = (): void => {
      end = "stands still";
      machine.kill("SIGKILL");
    };
    let timer = setTimeout(stop, this.#silenceMs);
    let onReport = (_report: Report): void => undefined;
    const last = new Promise<"last">((resolve) => {
      onReport = (report) => {
        clearTimeout(timer);
        timer = setTimeout(stop, this.#silenceMs);
        if (report.kind === "begins") begun = report.what;
        if (isLast(report)) resolve("last");
      };
    });
    machine.on("message", onReport);
    const found = await Promise.race([last, this.#machines.get(machine)]);
    clearTimeout(timer);
    machine.off("message", onReport);
    this.#signal.throwIfAborted();
    return found === "last" ? { begun } : { end, begun };
  }
}
