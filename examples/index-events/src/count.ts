// Prints how many events of each type there are: node src/count.ts [FOLDER]
import { join } from "node:path";
import Database from "better-sqlite3";

const [folder = "./events"] = process.argv.slice(2);
const index = new Database(join(folder, "events.db"), { readonly: true });
const counts = index.prepare<[], { type: string; count: number }>(
  "select type, count(*) count from events group by type order by type",
);
for (const { type, count } of counts.iterate()) process.stdout.write(`${type} ${count}\n`);
index.close();
