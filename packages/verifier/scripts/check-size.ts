// What does a page pay for verification? Prints sizes, and fails when one is above its limit.
import { readSizes } from "../test/sizes.ts";

let failed = 0;
for (const { name, gzip, limit } of await readSizes()) {
  if (gzip > limit) failed++;
  process.stdout.write(`${gzip > limit ? "FAIL" : "ok  "} ${name}: ${gzip} bytes gzip, at most ${limit}\n`);
}
if (failed > 0) process.exitCode = 1;
