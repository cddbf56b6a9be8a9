import { testEffort } from "./effort.ts";

/**
 * Most that a file of the project `units` may cost in CI, in seconds of processor time: twice what CONTRIBUTING asks for, since the
 * same work takes up to twice the time where others share cores and caches. `TEST_UNIT_SECONDS` overrides it.
 */
const unitSeconds = Number(process.env.TEST_UNIT_SECONDS ?? 6);

/** The same for a file of the project `whole`, with the processes that it starts. `TEST_WHOLE_SECONDS` overrides it. */
const wholeSeconds = Number(process.env.TEST_WHOLE_SECONDS ?? 60);

/**
 * Part of a run that a file may always take: 60 seconds of the 1,800 that the project `whole` takes where its limit was measured, and
 * about the same of `units`. A machine of half the speed takes twice as long for every file, and no file is at fault for it.
 */
const share = 1 / 30;

/**
 * Most that a file may cost in CI.
 *
 * @param project - name of the file's project
 * @param runSeconds - processor time of the whole run, in seconds
 * @returns seconds of processor time; absent for a project without a limit
 */
export function processorLimit(project: string, runSeconds: number): number | undefined {
  // A run with more cases may take longer; units have the same cases in every run.
  const limit = { units: unitSeconds, whole: wholeSeconds * Math.max(1, testEffort) }[project];
  return limit && Math.max(limit, runSeconds * share);
}
