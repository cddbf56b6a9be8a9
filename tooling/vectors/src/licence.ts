/**
 * What of the vectors may not be committed: data of the reference node from after its change of licence (2025-11-20). It is
 * read from `../shared/vectors` where that folder lies next to the checkout.
 */

/** Files that are left out whole. Of `indexer` and `execution/real` the inputs may only be read, and the rest says nothing alone. */
const leftOutFiles = [
  /^genesis\/devnet\./,
  /^move-vm\/framework_devnet\.json$/,
  /^execution\/(rest_goldens\.json$|real\/)/,
  /^indexer\/(?!public-schema\.json$)/,
  /^rest\/published-routes\.json$/,
];

/** Names of the transaction fixtures that were added after the change. */
const laterFixture = /133807428|7243926737|2953383999/;
const lastFreeDate = "2025-11-20";

/** Returns true if a whole file may be committed. */
export function mayCommitFile(path: string): boolean {
  return !leftOutFiles.some((pattern) => pattern.test(path));
}

/** Returns true if one line of a vector file may be committed: one case is one line. */
export function mayCommitLine(line: string): boolean {
  if (laterFixture.test(line)) return false;
  // Golden files carry the date of their last change; that of fixtures is the date they were looked up.
  const [, date = ""] = /"commit_date": ?"([0-9-]{10})"/.exec(line) ?? [];
  return date <= lastFreeDate || !line.includes("api/goldens/");
}
