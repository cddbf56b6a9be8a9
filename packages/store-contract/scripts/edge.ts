// Reads at the edge of the window while another process prunes: `pnpm check:edge [--count N] [--seed X] [--store K]`,
// N reads.
import { runEdge } from "./edge-run.ts";
import { finish, print, readCheckOptions } from "./options.ts";
import { openStorePlaces } from "./store-places.ts";

const { count, seed, store } = readCheckOptions(1_000_000);
const places = await openStorePlaces(store);
const started = performance.now();
const report = (done: number) => print(`${done} reads, ${((performance.now() - started) / 1_000).toFixed(0)} s`);
try {
  const { exact, pruned, watermarks } = await runEdge(places.next(), seed, count, report);
  print(`${exact} exact, ${pruned} pruned, at ${watermarks} watermarks`);
  finish(exact + pruned, []);
} catch (error) {
  finish(0, [error]);
}
await places.close();
