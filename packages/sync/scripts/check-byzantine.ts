// Does a follower ever store anything but the ledger, however its upstreams behave? Prints a line for every round.
import { parseArgs } from "node:util";
import { runByzantine } from "../test/support/byzantine.ts";

const { values } = parseArgs({
  options: { count: { type: "string", default: "10000" }, seed: { type: "string" }, seconds: { type: "string" } },
});
const total = Number(values.count);
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const deadline =
  values.seconds === undefined ? Number.POSITIVE_INFINITY : performance.now() + Number(values.seconds) * 1000;
/** The longest documented wait: that of `Retry-After`. */
const mostWaitMs = 120_000;
/** Faults of one ledger and its upstreams. */
const roundsPerPart = 250;
const faults: Record<string, number> = {};
const rounds: Record<string, number> = {};
let [passed, failed, tampered, starts, compared, unavailable, longest] = [0, 0, 0, 0, 0, 0, 0];

const onRound = (line: string): void => void process.stdout.write(`${line}\n`);

process.stdout.write(`seed ${seed}, ${total} faults\n`);
for (let done = 0, part = 0; done < total && performance.now() < deadline; part++) {
  const result = await runByzantine({ faults: Math.min(roundsPerPart, total - done), seed: seed + part, onRound });
  done += result.count;
  for (const [name, count] of Object.entries(result.faults)) faults[name] = (faults[name] ?? 0) + count;
  for (const [name, count] of Object.entries(result.rounds)) rounds[name] = (rounds[name] ?? 0) + count;
  const { wrongRecords, wrongValues, stuck, longestWaitMs } = result;
  const isSound = wrongRecords === 0 && wrongValues === 0 && stuck === 0 && longestWaitMs <= mostWaitMs;
  if (isSound) passed += result.count;
  else {
    failed += result.count;
    const waited = `longest wait ${longestWaitMs} ms`;
    process.stdout.write(
      `seed ${seed + part}: ${wrongRecords} wrong records, ${wrongValues} wrong values, ${stuck} rounds stuck, ${waited}\n`,
    );
  }
  tampered += result.tampered;
  starts += result.starts;
  compared += result.values;
  unavailable += result.unavailable;
  longest = Math.max(longest, longestWaitMs);
  process.stdout.write(`${done} faults, ${tampered} of them tampered, ${starts} starts\n`);
}
for (const [name, count] of Object.entries(faults).sort()) process.stdout.write(`  ${name}: ${count}\n`);
for (const [name, count] of Object.entries(rounds).sort()) process.stdout.write(`  ${name}: ${count} rounds\n`);
process.stdout.write(`${compared} state values compared, ${unavailable} of them unavailable\n`);
process.stdout.write(`longest wait ${Math.round(longest)} ms\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
