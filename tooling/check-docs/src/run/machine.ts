import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Job } from "./protocol.ts";

/**
 * A machine has every port to itself, and reaches nothing but the sockets of its run. The checkout is there as it is: what is written
 * to it, and to the memory's folder, is in that machine alone, and gone with it.
 */
const enter = [
  "ip link set lo up",
  'mount --bind "$1" /etc/hosts',
  "mount -t tmpfs tmpfs /dev/shm",
  'mount -t tmpfs tmpfs "$3"',
  'mkdir "$3/upper" "$3/work"',
  // At its own path: there pnpm knows that everything is installed.
  'mount -t overlay overlay -o "lowerdir=$2,upperdir=$3/upper,workdir=$3/work" "$2"',
  "shift 3",
  'exec "$@"',
].join(" && ");

const namespaces = "--net --mount --propagation private --pid --fork --kill-child --mount-proc".split(" ");

/** Starts a program of this folder on a machine of its own. Killing the process ends everything there. */
export function startMachine(name: string, program: string, job: Job): ChildProcess {
  const place = join(job.folder, `machine-${name}`);
  mkdirSync(place, { recursive: true });
  const user = process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"];
  const shell = ["sh", "-c", enter, "sh", join(job.folder, "hosts"), job.repository, place];
  const file = fileURLToPath(new URL(program, import.meta.url));
  const node = [process.execPath, "--conditions=@ledger/source", file, JSON.stringify(job)];
  const child = spawn("unshare", [...namespaces, ...user, "--", ...shell, ...node], {
    // Pipes, unlike streams that are shared, close when the last program of the machine has ended.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.pipe(process.stderr, { end: false });
  return child;
}
