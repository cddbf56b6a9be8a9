// How fast is @ledger/state-store, compared with bare tables of the same data?
// node --conditions=@ledger/source src/main.ts [--rounds N] [--rows N] [--keys N] [--work NAME] [--data FOLDER] [--json FILE]
import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { formatRows, type Row } from "@ledger/bench-report";
import { buildPlain, buildStore, mergeStore } from "./build.ts";
import { measureCommits } from "./commit.ts";
import { measureHistory } from "./history.ts";
import { measureListings } from "./list.ts";
import { openLmdb } from "./lmdb.ts";
import { measureProofs } from "./proofs.ts";
import { measurePrune } from "./prune.ts";
import { measureReads } from "./read.ts";
import { measureSize } from "./size.ts";
import { measureTree } from "./tree.ts";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    rows: { type: "string", default: "5000000" },
    keys: { type: "string", default: "1000000" },
    work: { type: "string", multiple: true },
    data: { type: "string", default: join(tmpdir(), "ledger-bench-store") },
    json: { type: "string" },
  },
});

const folder = options.data;
const rows = Number(options.rows);
const rounds = Number(options.rounds);
const log = (line: string) => process.stderr.write(`${line}\n`);
mkdirSync(folder, { recursive: true });
/** Built when a work first needs them. */
const plain = once(() => buildPlain(folder, rows, log));
const store = once(() => buildStore(folder, rows, log));

const works: Readonly<Record<string, () => Row[] | Promise<Row[]>>> = {
  read: async () => {
    const { read, close } = await openLmdb(folder, rows, log);
    const result = [
      ...(await measureReads("point read at a version", mergeStore(store()), plain(), rows, rounds, read, log)),
      ...(await measureReads(
        "point read at a version, with an unmerged log",
        store(),
        plain(),
        rows,
        rounds,
        read,
        log,
      )),
    ];
    await close();
    return result;
  },
  history: () => measureHistory(folder, rows, rounds, log),
  commit: () => measureCommits(folder, store(), plain(), rows, rounds, log),
  list: () => measureListings(folder, rounds, log),
  size: () => measureSize(store(), rows, log),
  proofs: () => measureProofs(folder, Number(options.keys), rounds, log),
  tree: () => measureTree(folder, Number(options.keys), log),
  prune: () => measurePrune(folder, store(), plain(), rows, rounds, log),
};
const result: Row[] = [];
for (const [name, measure] of Object.entries(works)) {
  if (!(options.work?.includes(name) ?? true)) continue;
  const measured = await measure();
  result.push(...measured);
  log(formatRows(measured));
}
process.stdout.write(`${formatRows(result)}\n`);
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(result, undefined, 2)}\n`);

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
