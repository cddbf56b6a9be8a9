// The door to the checks and the measurements: `pnpm check [NAME] [options]` and `pnpm bench NAME [options]`.
//   node tooling/run-checks/src/main.ts check|bench [NAME] [options]
import { benches } from "./benches.ts";
import { checks } from "./checks.ts";
import { describeEntries, nearestName } from "./names.ts";
import { checkRepository } from "./repository.ts";
import { runEntry } from "./run-entry.ts";

const [door = "", name, ...args] = process.argv.slice(2);
const entries = door === "bench" ? benches : checks;
const entry = name === undefined || !Object.hasOwn(entries, name) ? undefined : entries[name];

if (entry !== undefined) process.exitCode = (await runEntry(entry, args)) ? 0 : 1;
else if (door === "check" && name === undefined) process.exitCode = (await checkRepository()) ? 0 : 1;
else {
  const isHelp = name === undefined || name === "--help" || name === "-h";
  if (!isHelp) {
    const nearest = nearestName(name, Object.keys(entries));
    process.stdout.write(`there is no ${door} ${name}${nearest === undefined ? "" : `: did you mean ${nearest}?`}\n\n`);
    process.exitCode = 2;
  }
  process.stdout.write(describeEntries(door, entries));
}
