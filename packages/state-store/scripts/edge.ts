// Reads at the edge of the window while another process prunes: `pnpm check:edge [--count N] [--seed X]`, N reads.
import { join } from "node:path";
import { runEdge } from "./edge-run.ts";
import { finish, print, readCheckOptions } from "./options.ts";
import { makeScratchFolder, removeScratchFolder } from "./scratch-folder.ts";

const { count, seed } = readCheckOptions(1_000_000);
const folder = makeScratchFolder("edge");
const started = performance.now();
const report = (done: number) => print(`${done} reads, ${((performance.now() - started) / 1_000).toFixed(0)} s`);
try {
  const { exact, pruned, watermarks } = await runEdge(join(folder, "edge.db"), seed, count, report);
  print(`${exact} exact, ${pruned} pruned, at ${watermarks} watermarks`);
  removeScratchFolder(folder);
  finish(exact + pruned, []);
} catch (error) {
  finish(0, [error]);
}
