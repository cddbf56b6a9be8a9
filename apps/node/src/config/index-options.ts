import { allTableGroups, type TableGroup } from "@ledger/indexer/build";
import { InvalidArgumentError } from "commander";
import * as Type from "typebox";
import { type KindOptions, mayBeLocal } from "./needs.ts";
import { type OptionsOf, option, type Value } from "./option.ts";

const someGroup = `(?:${allTableGroups.join("|")})`;

const groups: Value<readonly TableGroup[]> = {
  schema: Type.Union([Type.Enum(["off", "all"]), Type.String({ pattern: `^${someGroup}(?:\\s*,\\s*${someGroup})*$` })]),
  parse(given) {
    if (given === "off") return [];
    if (given === "all") return allTableGroups;
    const names = given.split(",").map((name) => name.trim());
    const unknown = names.find((name) => !(allTableGroups as readonly string[]).includes(name));
    if (unknown !== undefined) {
      throw new InvalidArgumentError(
        `there is no group '${unknown}': expected off, all, or some of ${allTableGroups.join(", ")}.`,
      );
    }
    return allTableGroups.filter((group) => names.includes(group));
  },
};

/** The option for an index of a ledger's tables. */
export const indexOptions = {
  index: option("--index <off|all|groups>", groups, {
    otherwise: "`all` on the local network, else `off`",
    held: (options: KindOptions) => (mayBeLocal(options) ? "all" : "off"),
    help: `keep an index of the ledger's tables and answer GraphQL from it: all, or groups such as \`assets,tokens\` (${allTableGroups.join(", ")})`,
    more: "GraphQL is at `/v1/graphql`; lists such as `/v1/accounts/{address}/assets` are answered from it too ([guide](docs/guides/follow-a-network.md#graphql))",
    appliesTo: ["graphql", "info"],
  }),
};

/**
 * Settings of the index of a ledger's tables: groups that are kept in an index next to the ledger, none when empty. When absent: all of a
 * local network, and none of another ledger.
 */
export interface IndexOptions extends OptionsOf<typeof indexOptions> {}

/** The groups of tables that a node keeps in an index. */
export function indexedGroups({ index }: IndexOptions, isLocalNetwork: boolean): readonly TableGroup[] {
  return index ?? (isLocalNetwork ? allTableGroups : []);
}
