import { statSync } from "node:fs";
import type { Row } from "@ledger/bench-report";
import Database from "better-sqlite3";
import { datasetVersions } from "./build.ts";
import { keys, valueBytes, writesPerVersion } from "./dataset.ts";
import { pair } from "./report.ts";

/** How many bytes does the file have for each byte that was stored, and what do they go to? */
export function measureSize(storePath: string, rows: number, log: (line: string) => void): Row[] {
  const database = new Database(storePath, { readonly: true });
  const sum = (sql: string) => database.prepare<[], number>(sql).pluck().get() ?? 0;
  const records = sum(
    `select sum(length(hash) + coalesce(length(sender), 0) + length(accumulator_root) + length(info) + length(events)
       + length(write_set) + length(body)) from records`,
  );
  const values = datasetVersions(rows) * writesPerVersion * valueBytes;
  const keyBytes = keys.reduce((total, key) => total + key.length, 0);
  const stored = records + values + keyBytes;
  const parts = database
    .prepare<[], { name: string; bytes: number; unused: number }>(
      "select name, sum(pgsize) bytes, sum(unused) unused from dbstat group by name order by bytes desc",
    )
    .all();
  const free = sum("pragma freelist_count") * sum("pragma page_size");
  database.close();
  const file = statSync(storePath).size;
  const mega = (bytes: number) => (bytes / 1e6).toFixed(1);
  log(
    `size: ${mega(stored)} MB stored: state values ${mega(values)}, state keys ${mega(keyBytes)}, records ${mega(records)}`,
  );
  log(`size: ${mega(file)} MB in the file, of them free ${mega(free)}`);
  for (const { name, bytes, unused } of parts) {
    if (bytes > file / 200) log(`size:   ${name} ${mega(bytes)} MB, of them unused ${mega(unused)}`);
  }
  return [
    pair("bytes of the file", "bytes stored: values, keys, records", "MB", [file / 1e6], [stored / 1e6], {
      better: "less",
    }),
  ];
}
