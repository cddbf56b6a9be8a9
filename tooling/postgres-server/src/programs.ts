import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, realpathSync } from "node:fs";

import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

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

/** Runs a program to its end. @throws Error with what it printed */
export function runProgram(program: string, args: readonly string[]): void {
  const options = { encoding: "utf8", cwd: "/", env: { ...process.env, HOME: "/tmp", LC_ALL: "C" } } as const;
  const { status, stderr, stdout, error } = spawnSync(program, args, { ...options, ...ordinaryUser });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${error ?? stderr + stdout}`);
}

/** Runs SQL on any database. @param url - its parameters are not looked at @throws Error with what `psql` says */
export function runSql(url: string, text: string): void {
  const programs = findPrograms();
  if (programs === undefined) throw new Error("PostgreSQL is not installed");
  const plain = Object.assign(new URL(url), { search: "" }).href;
  const options = { encoding: "utf8", cwd: "/", input: text } as const;
  const { status, stderr } = spawnSync(join(programs, "psql"), ["-v", "ON_ERROR_STOP=1", "-q", plain], options);
  if (status !== 0) throw new Error(stderr);
}

/** Programs that run: none of them outlives this process. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

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
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${program} ended (${code}): ${text}`)));
    child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      text = (text + chunk).slice(-8_192);
      if (ready.test(text)) resolve();
    });
  });
  return child;
}

/** Ends a program at once, and waits until it is gone. */
export async function endProgram(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill(signal);
  await gone;
}
