/** The surroundings that the files of a process share, at one moment. */
export interface Surroundings {
  /** Open handles that keep a process running, by kind. */
  readonly handles: Map<string, number>;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Functions that tests replace, by name. */
  readonly functions: ReadonlyMap<string, unknown>;
}

const replaceable = [
  "Date",
  "fetch",
  "queueMicrotask",
  "setImmediate",
  "setInterval",
  "setTimeout",
  "WebSocket",
] as const;

/** Takes note of the surroundings. */
export function surroundings(): Surroundings {
  const handles = openHandles();
  const functions = new Map<string, unknown>(replaceable.map((name) => [name, globalThis[name]]));
  functions.set("performance.now", performance.now);
  functions.set("process.stdout.write", process.stdout.write);
  return { handles, folder: process.cwd(), environment: { ...process.env }, functions };
}

/** Open handles of this process, by kind. */
function openHandles(): Map<string, number> {
  const handles = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) handles.set(kind, (handles.get(kind) ?? 0) + 1);
  return handles;
}

/** Handles of kinds that end by themselves, or that the runner has: requests of the file system, channels, standard streams. */
const passing = new Set([
  "FSReqCallback",
  "FSReqPromise",
  "Immediate",
  "MessagePort",
  "PipeWrap",
  "PROCESSWRAP",
  "TickObject",
]);

/** Describes how `after` differs from `before`. @returns nothing where all is as it was */
export function leftBehind(before: Surroundings, after: Surroundings): string[] {
  const left: string[] = [];
  for (const [kind, count] of after.handles) {
    const more = count - (before.handles.get(kind) ?? 0);
    if (more > 0 && !passing.has(kind)) left.push(`${more} open ${kind}`);
  }
  if (before.folder !== after.folder) left.push(`the working folder ${after.folder}`);
  for (const name of new Set([...Object.keys(before.environment), ...Object.keys(after.environment)])) {
    if (before.environment[name] !== after.environment[name]) left.push(`the variable ${name}`);
  }
  for (const [name, value] of after.functions) {
    if (before.functions.get(name) !== value) left.push(`another ${name}`);
  }
  return left;
}
