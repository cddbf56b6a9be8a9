import { allTableGroups, type TableGroup } from "@ledger/indexer/build";
import { InvalidArgumentError, Option } from "commander";

/** Settings of the index of a ledger's tables. */
export interface IndexOptions {
  /** Groups of tables that are kept in an index next to the ledger; none when empty. When absent: all of a local network, and none of another ledger. */
  readonly index?: readonly TableGroup[] | undefined;
}

/** The groups of tables that a node keeps in an index. */
export function indexedGroups({ index }: IndexOptions, isLocalNetwork: boolean): readonly TableGroup[] {
  return index ?? (isLocalNetwork ? allTableGroups : []);
}

/** The option of {@link IndexOptions}. */
export function indexOption(): Option {
  return new Option(
    "--index <off|all|groups>",
    `keep an index of the ledger's tables and answer GraphQL from it: all, or groups such as assets,tokens (${allTableGroups.join(", ")})`,
  )
    .env("LEDGER_INDEX")
    .argParser(parseGroups);
}

/** Parses groups of tables. @throws InvalidArgumentError */
function parseGroups(text: string): readonly TableGroup[] {
  if (text === "off") return [];
  if (text === "all") return allTableGroups;
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !(allTableGroups as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw new InvalidArgumentError(
      `there is no group '${unknown}': expected off, all, or some of ${allTableGroups.join(", ")}.`,
    );
  }
  return allTableGroups.filter((group) => names.includes(group));
}
