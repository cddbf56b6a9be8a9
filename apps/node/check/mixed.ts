// Does a ledger of mixed load come out the same in another process, from its store alone?
// `pnpm check:mixed [--count VERSIONS] [--seed S] [--threads N] [--postgres]`. The long form of test/mixed-ledger.whole.test.ts.
import { parseArgs } from "node:util";
import { startPostgres } from "@ledger/postgres-server";
import { openPostgresStore } from "@ledger/state-store/postgres";
import { followMixed } from "../test/support/follow-mixed.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "100000" },
    seed: { type: "string" },
    threads: { type: "string", default: "1" },
    postgres: { type: "boolean", default: false },
  },
});
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const print = (text: string): void => void process.stdout.write(`${text}\n`);
print(`seed ${seed}, ${values.count} versions`);
const server = values.postgres ? await startPostgres({ settings: { fsync: "off" } }) : undefined;
try {
  const url = server?.url();
  const place = url === undefined ? undefined : { store: await openPostgresStore({ url }), options: ["--store", url] };
  let printed = 0;
  const report = await followMixed({
    versions: Number(values.count),
    seed,
    threads: Number(values.threads),
    place,
    onProgress(versions) {
      if (versions - printed < 5_000) return;
      printed = versions;
      print(`${versions} versions made`);
    },
  });
  for (const [kind, times] of [...report.kinds].toSorted()) print(`${times}\t${kind}`);
  print(report.output);
  const isEqual = report.code === 0 && report.equal === report.versions;
  print(`${report.equal} passed, ${isEqual ? 0 : Math.max(1, report.versions - report.equal)} failed`);
  process.exitCode = isEqual ? 0 : 1;
} finally {
  await server?.close();
}
