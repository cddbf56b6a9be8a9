// Takes guards out of store, sync and API, one at a time, and looks whether their tests notice:
//   pnpm check mutants [--count N] [--seconds S] [--seed X]
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Mutant, mutants } from "./mutants.ts";
import { countPlaces, mutantVariable } from "./mutate.ts";

const { values } = parseArgs({
  options: { count: { type: "string" }, seconds: { type: "string" }, seed: { type: "string", default: "0" } },
});
const count = Math.min(mutants.length, Number(values.count ?? mutants.length));
const seed = Number(values.seed);
const deadline = performance.now() + Number(values.seconds ?? Number.POSITIVE_INFINITY) * 1_000;
const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Runs tests until one fails. @returns whether all passed */
function passes(tests: readonly string[], mutant?: number): Promise<boolean> {
  const child = spawn(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", "--project=units", "--bail=1", ...tests],
    {
      cwd: root,
      stdio: "ignore",
      env: { ...process.env, ...(mutant === undefined ? {} : { [mutantVariable]: String(mutant) }) },
    },
  );
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code === 0));
  });
}

const sound = new Map<string, Promise<boolean>>();

/** Returns true if the tests of a mutant pass without it: otherwise they would say nothing. */
function passesWithout({ tests }: Mutant): Promise<boolean> {
  const name = tests.join(" ");
  // On a busy machine tests may run out of time: that says nothing about the mutant.
  const known = sound.get(name) ?? passes(tests).then((sounds) => sounds || passes(tests));
  sound.set(name, known);
  return known;
}

async function tryMutant(index: number): Promise<string> {
  const mutant = mutants[index]!;
  if (countPlaces(mutant) !== 1) return `its guard is not in ${mutant.file} any more`;
  if (!(await passesWithout(mutant))) return `${mutant.tests.join(" ")} fails by itself`;
  return (await passes(mutant.tests, index)) ? `no test in ${mutant.tests.join(" ")} notices` : "noticed";
}

process.stdout.write(`seed ${seed}, ${count} of ${mutants.length} mutants\n`);
let passed = 0;
let failed = 0;
for (let i = 0; i < count && performance.now() < deadline; i++) {
  const index = (i + seed) % mutants.length;
  const outcome = await tryMutant(index);
  if (outcome === "noticed") passed += 1;
  else failed += 1;
  process.stdout.write(`${outcome === "noticed" ? "noticed " : "SURVIVED"} ${mutants[index]!.name}`);
  process.stdout.write(outcome === "noticed" ? "\n" : `: ${outcome}\n`);
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
