import { commandOption, type OptionsOf } from "./option.ts";
import { oneOf, text, whole } from "./values.ts";

/** The options of `db schema`. */
export const schemaOptions = {
  schema: commandOption("--schema <name>", text, {
    default: "ledger",
    help: "name of the PostgreSQL schema that holds the tables",
  }),
  distributed: commandOption("--distributed <engine>", oneOf("citus", "yugabyte", "cockroach"), {
    help: "engine that distributes the tables over several servers",
  }),
  shards: commandOption("--shards <file>", text, {
    help: "servers that the state is spread over by PostgreSQL itself",
    excludes: ["distributed"],
  }),
  server: commandOption("--server <name>", text, {
    help: "print what is run on one of these servers, by its name in the file",
  }),
  partitionVersions: commandOption(
    "--partition-versions <count>",
    whole(0, Number.MAX_SAFE_INTEGER, "a whole number"),
    {
      help: "versions per partition; 0 for no partitions",
    },
  ),
};

/** Options of `ledger-node db schema`. */
export interface SchemaOptions extends OptionsOf<typeof schemaOptions> {}
