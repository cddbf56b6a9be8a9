import { StoreError } from "../../store-error.ts";
import { SumsFile, sumsPath } from "./sums-file.ts";

/** The latest version that was committed to a ledger, as its writer noted it next to the file. */
export function notedHead(path: string): number | undefined {
  const sums = SumsFile.tryOpen(path, "r");
  try {
    return sums?.readHead();
  } finally {
    sums?.close();
  }
}

/**
 * Refuses a ledger that has lost blocks. SQLite takes the first frame of a write-ahead log that is not right for its end: what comes after
 * is gone without a word.
 *
 * @param noted - of {@link notedHead}, before the ledger was read
 * @param version - latest version of the ledger; `undefined` where it is empty
 * @throws StoreError `corrupt`
 */
export function expectNewestBlocks(path: string, noted: number | undefined, version: number | undefined): void {
  if (noted === undefined || (version !== undefined && version >= noted)) return;
  const end = version === undefined ? "it is empty" : `it ends with version ${version}`;
  throw new StoreError(
    "corrupt",
    `${path} has lost its newest blocks: version ${noted} was committed, and ${end}; its write-ahead log was cut short or is damaged: put a backup in its place with 'ledger-node restore --replace', or delete ${sumsPath(path)} to go on without them`,
  );
}
