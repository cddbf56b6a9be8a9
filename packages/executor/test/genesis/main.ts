// Makes published geneses of networks for tests again, from nothing but what they hold, and says what comes out otherwise:
// node --conditions=@ledger/source packages/executor/test/genesis/main.ts BLOB...
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { remakeGenesis } from "./remake.ts";

let failed = 0;
for (const path of process.argv.slice(2)) {
  const result = await remakeGenesis(new Uint8Array(readFileSync(path))).catch((error: Error) => [error.message]);
  if (result.length > 0) failed += 1;
  process.stdout.write(
    `${basename(path)}: ${result.length === 0 ? "the same bytes" : `${result.length} differences`}\n`,
  );
  for (const line of result.slice(0, 40)) process.stdout.write(`  ${line}\n`);
}
process.exitCode = failed === 0 ? 0 : 1;
