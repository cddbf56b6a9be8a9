// Whether every reference of the sources to the specification leads to the section that it names.
import { listFiles, listPages } from "./files.ts";
import { findSpecFaults, readSpecification } from "./spec-links.ts";

const specification = readSpecification(listPages());
const sources = [...listFiles(".ts"), ...listFiles(".tsx")].filter(
  ({ path }) => !path.startsWith("tooling/check-docs/"),
);
const problems = [...specification.faults, ...sources.flatMap((source) => findSpecFaults(source, specification))];
for (const problem of problems) process.stderr.write(`${problem}\n`);
const count = [...specification.sections.values()].reduce((sum, { size }) => sum + size, 0);
process.stdout.write(
  `${problems.length === 0 ? `references to ${count} sections hold` : `${problems.length} problems`}\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
