import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, realpathSync } from "node:fs";

import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** Folder in which Debian keeps the programs of every installed version. */
const debianFolder = "/usr/lib/postgresql";

/** PostgreSQL refuses to run as root: there its programs run as this user. */
const nobody = { uid: 65_534, gid: 65_534 };

/** The user that programs run as, where that is not ours. */
const ordinaryUser: { readonly uid?: number; readonly gid?: number } = process.getuid?.() === 0 ? nobody : {};

/** Folder of the server's programs, of the newest version; `undefined` where there are none. */
export function findPrograms(): string | undefined {
  const { stdout, status } = spawnSync("sh", ["-c", "command -v postgres"], { encoding: "utf8" });
  if (status === 0) return dirname(realpathSync(stdout.trim()));
  if (!existsSync(debianFolder)) return undefined;
  const versions = readdirSync(debianFolder).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(debianFolder, version, "bin")).find((bin) => existsSync(join(bin, "postgres")));
}

/** A new folder that the ordinary user owns. `onDisk`: where a sync costs what it costs. */
export function makeFolder(name: string, onDisk: boolean): string {
  const base = !onDisk && existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
  const folder = mkdtempSync(join(base, `ledger-${name}-`));
  chmodSync(folder, 0o700);
  giveAway(folder);
  return folder;
}

/** Makes a file or folder the ordinary user's. */
export function giveAway(path: string): void {
  if (ordinaryUser.uid !== undefined) chownSync(path, ordinaryUser.uid, ordinaryUser.gid!);
}

/** Milliseconds that a program may take to end, to be ready or to answer: one that hangs must not hold up everybody without a word. */
export const patience = 120_000;

/** Runs a program to its end. @throws Error with what it printed */
export function runProgram(program: string, args: readonly string[]): void {
  const env = { ...process.env, HOME: "/tmp", LC_ALL: "C" };
  const options = { encoding: "utf8", cwd: "/", env, timeout: patience } as const;
  const { status, stderr, stdout, error } = spawnSync(program, args, { ...options, ...ordinaryUser });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${error ?? stderr + stdout}`);
}

/**
 * Runs SQL on any database.
 *
 * @param url - its parameters are not looked at
 * @returns the rows, a line for each, their columns divided by `|`
 * @throws Error with what `psql` says
 */
export function runSql(url: string, text: string): string {
  const programs = findPrograms();
  if (programs === undefined) throw new Error("PostgreSQL is not installed");
  const plain = Object.assign(new URL(url), { search: "" }).href;
  const options = { encoding: "utf8", cwd: "/", input: text, timeout: patience } as const;
  const args = ["-v", "ON_ERROR_STOP=1", "-tAq", plain];
  const { status, stdout, stderr, error } = spawnSync(join(programs, "psql"), args, options);
  if (status !== 0) throw new Error(`${error ?? ""}${stderr}`);
  return stdout.trim();
}

/** Programs that run: none of them outlives this process. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const { pid } of running) if (pid !== undefined) signalAll([pid, ...childrenOf(pid)], "SIGKILL");
});

/** Processes that a process has started. Those of a server leave its group and its session, so that there is no other way to find them. */
export function childrenOf(parent: number): readonly number[] {
  return listProcesses()
    .filter(({ ppid }) => ppid === parent)
    .map(({ pid }) => pid);
}

/** The processes of this machine. */
function listProcesses(): readonly { readonly pid: number; readonly ppid: number; readonly state: string }[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid=,stat="], { encoding: "utf8" });
  return stdout.split("\n").map((line) => {
    const [pid, ppid, state = ""] = line.trim().split(/\s+/);
    return { pid: Number(pid), ppid: Number(ppid), state };
  });
}

/** Sends a signal to processes, of which some may have ended. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

/** Milliseconds that processes have to see that their server is gone. */
const orphanPatience = 5_000;

/** Waits until processes have ended by themselves, and ends those that do not. */
export async function untilEnded(pids: readonly number[]): Promise<void> {
  const isThere = (): boolean => listProcesses().some(({ pid, state }) => pids.includes(pid) && !state.startsWith("Z"));
  for (const end = performance.now() + orphanPatience; isThere(); await delay(20)) {
    if (performance.now() > end) return signalAll(pids, "SIGKILL");
  }
}

/** Starts a program and waits until it prints a line that matches. @throws Error when it ends before */
export async function startProgram(program: string, args: readonly string[], ready: RegExp): Promise<ChildProcess> {
  const child = spawn(program, args, {
    ...ordinaryUser,
    cwd: "/",
    env: { PATH: process.env.PATH ?? "", HOME: "/tmp", LC_ALL: "C" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  let text = "";
  const isReady = new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${program} ended (${code}): ${text}`)));
    child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      text = (text + chunk).slice(-8_192);
      if (ready.test(text)) resolve();
    });
  });
  await within(isReady, () => `${program} is not ready: ${text}`);
  return child;
}

/** Ends a program at once, and waits until it is gone. */
export async function endProgram(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill(signal);
  await within(gone, () => `${child.spawnfile} has not ended after ${signal}`);
}

/** Waits for something, for as long as a program may take. @throws Error with what was waited for */
async function within<T>(work: Promise<T>, describe: () => string): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`after ${patience / 1_000} s: ${describe()}`)), patience);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
