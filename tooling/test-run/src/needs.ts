import { spawnSync } from "node:child_process";
import type { TestOptions } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** The thing that the test needs and did not find. */
    needs?: string;
  }
}

/**
 * Options of a test or a group that runs only where something is there. Elsewhere it is skipped, and the run's last lines say
 * for the want of what.
 *
 * @param what - as the reader knows it: `PostgreSQL`, `Chromium on the PATH or in CHROMIUM`
 */
export function needs(what: string, isThere: boolean): TestOptions {
  return isThere ? {} : { skip: true, meta: { needs: what } };
}

/** Options of a test or a group that runs a program of this machine. @param args - with which it ends at once, and well */
export function needsProgram(program: string, ...args: readonly string[]): TestOptions {
  return needs(program, spawnSync(program, args, { stdio: "ignore" }).status === 0);
}
