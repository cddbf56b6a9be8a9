/** The parts of a profile of V8 that are looked at. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly endTime: number;
  readonly startTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** How much of the busy time was spent in a function itself. */
export interface SelfTime {
  readonly name: string;
  /** 0 to 1. */
  readonly share: number;
}

/** The work of one thread. */
export interface ThreadTimes {
  /** How much of the time it was busy, 0 to 1. */
  readonly busy: number;
  /** Functions by the time spent in themselves, the most first. */
  readonly functions: readonly SelfTime[];
}

/** The engine's names for time in which nothing ran. */
const idle = "(idle)";

/** A thread that is busy for less of the time had nothing to do with requests. */
const leastBusy = 0.02;

/**
 * Threads that were busy, the busiest first.
 *
 * @param profiles - one for every thread
 * @param seconds - from the end of the profile
 */
export function busyThreads(profiles: readonly CpuProfile[], seconds: number): ThreadTimes[] {
  const threads = profiles.map((profile) => timesOf(profile, seconds));
  return threads.filter(({ busy }) => busy >= leastBusy).sort((a, b) => b.busy - a.busy);
}

function timesOf({ nodes, samples, timeDeltas, startTime, endTime }: CpuProfile, seconds: number): ThreadTimes {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const times = new Map<string, number>();
  let total = 0;
  let at = startTime;
  for (const [i, sample] of samples.entries()) {
    const taken = timeDeltas[i] ?? 0;
    at += taken;
    const name = names.get(sample) ?? "";
    if (at < endTime - seconds * 1e6 || name === idle) continue;
    times.set(name, (times.get(name) ?? 0) + taken);
    total += taken;
  }
  const functions = [...times].map(([name, time]) => ({ name, share: time / total }));
  return { busy: total / (seconds * 1e6), functions: functions.sort((a, b) => b.share - a.share) };
}

function nameOf({ functionName, url, lineNumber }: CpuProfile["nodes"][number]["callFrame"]): string {
  const place = url === "" ? "" : ` ${url.slice(url.lastIndexOf("/") + 1)}`;
  return functionName === "" ? `(anonymous, line ${lineNumber + 1})${place}` : `${functionName}${place}`;
}
