import type { DifferenceReport, ReplayReport } from "@ledger/executor/replay";

/** Describes a version that is not equal, for people: what differs, and both sides of it. */
export function findingText({ version, outcome, reason, differences = [], unlisted_writes }: ReplayReport): string {
  const lines = [
    `${outcome.replaceAll("_", " ").padEnd(12)} version ${version}${reason === undefined ? "" : `: ${reason}`}`,
  ];
  for (const difference of differences) {
    const { recorded, executed } = difference;
    lines.push(`  ${subjectOf(difference)}`);
    lines.push(`    recorded  ${JSON.stringify(recorded)}`, `    executed  ${JSON.stringify(executed)}`);
  }
  if (unlisted_writes !== undefined) lines.push(`  and ${unlisted_writes} more writes`);
  return lines.join("\n");
}

/** The part of a version that differs, in a few words. */
export function subjectOf({ part, index, item }: DifferenceReport): string {
  if (item !== undefined) return `write to ${item}`;
  return index === undefined ? part : `${part} ${index}`;
}
