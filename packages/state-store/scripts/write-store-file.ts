// Writes the file of this build's schema version for `test/migration.whole.test.ts`. Run it once, before the next step of the schema is
// written: `node --conditions=@ledger/source scripts/write-store-file.ts`.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { schemaVersion } from "../src/sqlite/schema.ts";
import { makeScratchFolder, removeScratchFolder } from "./scratch-folder.ts";
import { writeStoreFile } from "./store-file.ts";

const files = join(import.meta.dirname, "../test/files");
const scratch = makeScratchFolder("store-file");
const path = join(scratch, "ledger.db");
const answers = await writeStoreFile(path);
const known = join(files, "answers.gz");
if (!existsSync(known)) writeFileSync(known, gzipSync(answers, { level: 9 }));
else if (gunzipSync(readFileSync(known)).toString() !== answers)
  throw new Error("this build answers otherwise than those before");
writeFileSync(join(files, `schema-${schemaVersion}.db.gz`), gzipSync(readFileSync(path), { level: 9 }));
removeScratchFolder(scratch);
