// The process that is killed: grows a state tree without end, or builds and drops one, and says what was written.
// node tree-crash-child.ts JSON, see TreeCrash.
import { writeSync } from "node:fs";
import { buildTree } from "@ledger/state-store";
import { openTreeOf } from "./tested-store.ts";
import { bookOf, continueTree, type TreeCrash } from "./tree-crash-run.ts";
import { TreeLedger } from "./tree-ledger.ts";

const { place, seed, work } = JSON.parse(process.argv[2]!) as TreeCrash;
const ledger = new TreeLedger(seed);
const tree = await openTreeOf(place);
if (work === "build") {
  const store = bookOf(ledger);
  writeSync(1, "ready\n");
  for (;;) {
    await buildTree({ store, tree });
    await tree.clear();
  }
}
const { writer, next } = await continueTree(tree, ledger);
writeSync(1, "ready\n");
for (let at = next, step = 0; ; step++) {
  const count = 1 + (step % 3);
  await writer.addAll(ledger.blocks(at, count), () => {});
  at += count;
  writeSync(1, `${writer.head.version}\n`);
  const oldest = ledger.end(Math.max(0, at - 25));
  await writer.prune(oldest, oldest, 10 + ((step * 37) % 90));
}
