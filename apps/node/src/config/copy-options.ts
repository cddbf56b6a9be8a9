import { InvalidArgumentError } from "commander";
import type { StoreLocation } from "../store/location.ts";
import { commandOption, type OptionsOf, type Value } from "./option.ts";
import { isUrl, passwordOption, storeLocation, storeUrl } from "./store-options.ts";
import { count, text } from "./values.ts";

/** A data folder, or the URL of a database server. */
const end: Value<string> = {
  ...text,
  isStore: true,
  parse(given) {
    if (given === "") throw new InvalidArgumentError("expected a folder or a URL.");
    return isUrl(given) ? storeUrl.parse(given) : given;
  },
  check: (given) => (isUrl(given) ? storeUrl.check?.(given) : undefined),
};

/** The options of `db copy`. */
export const copyOptions = {
  from: commandOption("--from <folder|url>", end, {
    isMandatory: true,
    help: "data folder or PostgreSQL server of the ledger to copy",
  }),
  to: commandOption("--to <folder|url>", end, {
    isMandatory: true,
    help: "data folder or PostgreSQL server that has no ledger yet",
  }),
  before: commandOption("--before <version>", count, {
    help: "end with the last block before this version: the way back where an upstream was found to lie",
  }),
  storePasswordFile: passwordOption,
};

/** Options of `ledger-node db copy`. */
export interface CopyOptions extends OptionsOf<typeof copyOptions> {}

/** Finds the location of one end of a copy. */
export function copyLocation(place: string, { storePasswordFile }: CopyOptions): StoreLocation {
  return isUrl(place)
    ? storeLocation({ dataDir: "", store: place, storePasswordFile })
    : storeLocation({ dataDir: place });
}
