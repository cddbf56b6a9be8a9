import { checks, repositoryChecks } from "./checks.ts";
import { buildCommand, type Command, commandOf, runCommand } from "./run-entry.ts";

/** Minutes after which a check is taken to stand still. */
const mostMinutes = 15;

/** Makes the checks of the repository that need no ledger, two at a time. Prints what a check says where it fails. @returns whether all passed */
export async function checkRepository(): Promise<boolean> {
  if ((await runCommand(buildCommand("build"))).code !== 0) return false;
  const waiting: (readonly [name: string, commands: readonly Command[]])[] = [
    ["lint", [{ line: ["biome", "check", "."] }]],
    // Without their builds: two at a time would write the same files.
    ...repositoryChecks.map((name) => [name, checks[name]!.steps.map((step) => commandOf(step, []))] as const),
  ];
  let isGood = true;
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (!(await runCheck(...next))) isGood = false;
    }
  };
  await Promise.all([work(), work()]);
  return isGood;
}

async function runCheck(name: string, commands: readonly Command[]): Promise<boolean> {
  const start = performance.now();
  const timer = setTimeout(() => {
    process.stdout.write(`FAILED ${name}: it stands still after ${mostMinutes} minutes\n`);
    process.exit(1);
  }, mostMinutes * 60_000);
  const results = [];
  for (const command of commands) results.push(await runCommand(command, "pipe"));
  clearTimeout(timer);
  const failed = results.filter(({ code }) => code !== 0);
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  process.stdout.write(`${failed.length === 0 ? "ok    " : "FAILED"} ${name}, ${seconds} s\n`);
  for (const { text } of failed) process.stdout.write(text);
  return failed.length === 0;
}
