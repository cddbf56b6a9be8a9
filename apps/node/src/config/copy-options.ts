import { InvalidArgumentError, Option } from "commander";
import type { StoreLocation } from "../store/location.ts";
import { parseCount } from "./parse-values.ts";
import { isUrl, parseStoreUrl, passwordOption, type StoreOptions, storeLocation } from "./store-options.ts";

/** Options of `ledger-node db copy`. */
export interface CopyOptions extends Pick<StoreOptions, "storePasswordFile"> {
  /** A data folder, or the URL of a database server. */
  readonly from: string;
  readonly to: string;
  /** The copy ends with the last block before it. */
  readonly before?: bigint | undefined;
}

/** The options of `db copy`. */
export function copyOptions(): readonly Option[] {
  const place = (flag: string, text: string) => new Option(flag, text).argParser(parsePlace).makeOptionMandatory();
  return [
    place("--from <folder|url>", "data folder or PostgreSQL server of the ledger to copy"),
    place("--to <folder|url>", "data folder or PostgreSQL server that has no ledger yet"),
    new Option(
      "--before <version>",
      "end with the last block before this version: the way back where an upstream was found to lie",
    ).argParser(parseCount),
    passwordOption(),
  ];
}

/** Finds the location of one end of a copy. */
export function copyLocation(place: string, { storePasswordFile }: CopyOptions): StoreLocation {
  return isUrl(place)
    ? storeLocation({ dataDir: "", store: place, storePasswordFile })
    : storeLocation({ dataDir: place });
}

function parsePlace(text: string): string {
  if (text === "") throw new InvalidArgumentError("expected a folder or a URL.");
  return isUrl(text) ? parseStoreUrl(text) : text;
}
