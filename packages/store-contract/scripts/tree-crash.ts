// Kills processes that write a state tree, and checks what they leave:
// `pnpm check:tree [--count N] [--seconds S] [--seed X] [--store sqlite|postgres]`, N kills.
import { Random } from "@ledger/random";
import { buildIoLayer } from "./io-faults.ts";
import { finish, print, readCheckOptions } from "./options.ts";
import { makeScratchFolder, removeScratchFolder } from "./scratch-folder.ts";
import { openStorePlaces } from "./store-places.ts";
import { type StorePlace, testedStore } from "./tested-store.ts";
import { crashTreeOnce } from "./tree-crash-run.ts";
import { TreeLedger } from "./tree-ledger.ts";

/** Kills after which a new tree begins. */
const generations = 20;

const { count, seconds, seed, store } = readCheckOptions(1_000);
const random = new Random(seed);
const folder = makeScratchFolder("tree-crash");
const layer = store === "sqlite" ? buildIoLayer(folder) : undefined;
if (layer === undefined) print("no kills between two system calls");
const places = await openStorePlaces(store);
const failures: unknown[] = [];
const started = performance.now();
let passed = 0;
let place: StorePlace | undefined;
for (let i = 0; i < count && performance.now() - started < seconds * 1_000; i++) {
  const ledgerSeed = seed + Math.floor(i / generations);
  if (place === undefined || i % generations === 0) {
    place = places.next();
    // On a server the tree lies next to a ledger, which has to be there.
    const ledger = await testedStore(place).open();
    await ledger.commit(new TreeLedger(ledgerSeed).batch(0));
    await ledger.close();
  }
  // Every fourth tree is built and dropped, the others grow from one kill to the next.
  const work = Math.floor(i / generations) % 4 === 3 ? "build" : "grow";
  const moment =
    layer !== undefined && random.once(2)
      ? { beforeCall: 1 + random.below(work === "build" ? 900 : 3_000), layer }
      : { afterMs: random.below(150) };
  try {
    const version = await crashTreeOnce({ place, seed: ledgerSeed, work }, moment);
    passed++;
    if (i % 50 === 49)
      print(`${i + 1} kills, ${((performance.now() - started) / 1_000).toFixed(0)} s, last tree at ${version}`);
  } catch (error) {
    failures.push(new Error(`kill ${i}, ${work}, ${JSON.stringify(moment)}`, { cause: error }));
    if (failures.length >= 3) break;
  }
}
await places.close();
removeScratchFolder(folder);
finish(passed, failures);
