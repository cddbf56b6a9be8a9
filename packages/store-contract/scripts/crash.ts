// Kills writing processes and checks what they leave: `pnpm check:crash [--count N] [--seconds S] [--seed X] [--disk]`, N kills.

import { join } from "node:path";
import { Random } from "@ledger/random";
import { crashOnce, type KillPlan, killPoints } from "./crash-run.ts";
import { buildIoLayer } from "./io-faults.ts";
import { finish, print, readCheckOptions } from "./options.ts";
import { makeScratchFolder, removeScratchFolder } from "./scratch-folder.ts";

const { count, seconds, seed, disk } = readCheckOptions(1_000);
const random = new Random(seed);
const folder = makeScratchFolder("crash");
// A disk keeps what a killed process wrote as well, and takes its time: every fourth series of kills runs there, with `--disk` all of them.
const diskFolder = makeScratchFolder("crash", "disk");
const layer = buildIoLayer(folder);
if (layer === undefined) print("no C compiler: no kills between two system calls");
const failures: unknown[] = [];
const started = performance.now();
let passed = 0;
for (let i = 0; i < count && performance.now() - started < seconds * 1_000; i++) {
  // Named points begin with an empty store; random kills go on with what the last one left, for some generations.
  const atCall = layer !== undefined && random.once(2) ? { beforeCall: 1 + random.below(3_000), layer } : undefined;
  const plan: KillPlan = i < killPoints.length ? killPoints[i]! : (atCall ?? { afterMs: random.below(150) });
  const inMemory = !disk && (i < killPoints.length || Math.floor(i / 20) % 4 !== 3);
  const medium = inMemory ? folder : diskFolder;
  const path = join(medium, i < killPoints.length ? `point-${i}.db` : `random-${Math.floor(i / 20)}.db`);
  try {
    const version = await crashOnce(path, plan);
    passed++;
    if (i % 50 === 49)
      print(`${i + 1} kills, ${((performance.now() - started) / 1_000).toFixed(0)} s, last store at ${version}`);
  } catch (error) {
    failures.push(new Error(`kill ${i}, ${JSON.stringify(plan)}, ${path}`, { cause: error }));
    if (failures.length >= 3) break;
  }
}
if (failures.length === 0) {
  removeScratchFolder(folder);
  removeScratchFolder(diskFolder);
}
finish(passed, failures);
