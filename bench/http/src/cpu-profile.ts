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

/** What the engine calls time in which nothing ran. */
const idle = "(idle)";

/**
 * Functions by the time spent in themselves, the most first.
 *
 * @param profiles - one for every thread; that of the thread which answers requests is taken
 * @param seconds - from the end of the profile
 */
export function selfTimes(profiles: readonly CpuProfile[], seconds: number): SelfTime[] {
  const answers = profiles.find(({ nodes }) =>
    nodes.some(({ callFrame }) => callFrame.functionName === "parserOnIncoming"),
  );
  if (answers === undefined) throw new Error("no thread answered requests");
  const names = new Map(answers.nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const times = new Map<string, number>();
  let total = 0;
  let at = answers.startTime;
  for (const [i, sample] of answers.samples.entries()) {
    const taken = answers.timeDeltas[i] ?? 0;
    at += taken;
    const name = names.get(sample) ?? "";
    if (at < answers.endTime - seconds * 1e6 || name === idle) continue;
    times.set(name, (times.get(name) ?? 0) + taken);
    total += taken;
  }
  return [...times].map(([name, time]) => ({ name, share: time / total })).sort((a, b) => b.share - a.share);
}

function nameOf({ functionName, url, lineNumber }: CpuProfile["nodes"][number]["callFrame"]): string {
  const place = url === "" ? "" : ` ${url.slice(url.lastIndexOf("/") + 1)}`;
  return functionName === "" ? `(anonymous, line ${lineNumber + 1})${place}` : `${functionName}${place}`;
}
