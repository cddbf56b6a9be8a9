import { formatSeconds } from "../record/timestamp.ts";
import type { Row } from "../row.ts";
import { lookupKey } from "../rules/names.ts";
import { currentRows } from "./current-answers.ts";
import type { LedgerPicture } from "./picture.ts";
import type { CurrentTable, FixedValues } from "./table.ts";

const lookups = "current_ans_lookup_v2";
const ownerships = "current_token_ownerships_v2";

/** Names of accounts with their owners: of names without an owner there is no row. Times are compared with the ledger's. */
export const aptosNames: CurrentTable<LedgerPicture> = {
  key: ["domain", "subdomain", "token_standard"],
  columns: {
    domain: "String",
    subdomain: "String",
    token_standard: "String",
    token_name: "String",
    token_data_id: "String",
    domain_with_suffix: "String",
    owner_address: "String",
    registered_address: "String",
    is_primary: "Boolean",
    is_active: "Boolean",
    expiration_timestamp: "timestamp",
    domain_expiration_timestamp: "timestamp",
    subdomain_expiration_policy: "bigint",
    last_transaction_version: "bigint",
  },
  async *rows(picture, fixed) {
    for await (const name of namesAskedFor(picture, fixed)) {
      for await (const { owner_address, amount } of rowsOf(picture, ownerships, "token_data_id", name.token_data_id!)) {
        if ((amount as bigint) > 0n) yield await nameRow(picture, name, owner_address as string);
      }
    }
  },
};

function rowsOf(picture: LedgerPicture, table: string, column: string, value: Row[string]): AsyncGenerator<Row> {
  return currentRows(picture, table, new Map([[column, [value]]]));
}

/** The names that a question may ask for: those of an owner are among its tokens. */
async function* namesAskedFor(picture: LedgerPicture, fixed: FixedValues): AsyncGenerator<Row> {
  const owners = fixed.get("owner_address");
  if (owners === undefined) {
    yield* currentRows(picture, lookups, fixed);
    return;
  }
  for await (const { token_data_id, amount } of currentRows(
    picture,
    ownerships,
    new Map([["owner_address", owners]]),
  )) {
    if ((amount as bigint) > 0n) yield* rowsOf(picture, lookups, "token_data_id", token_data_id!);
  }
}

async function nameRow({ index }: LedgerPicture, name: Row, owner: string): Promise<Row> {
  const { is_deleted: _, ...columns } = name;
  const { domain, subdomain, registered_address: registered, expiration_timestamp: expiration } = name;
  const parent = subdomain === "" ? name : await index.find(lookups, lookupKey(domain as string, ""));
  const shown = registered === null ? undefined : await index.find("primary_names", registered as string);
  const domainExpiration = parent?.expiration_timestamp ?? null;
  const until = name.subdomain_expiration_policy === followsDomain ? domainExpiration : expiration;
  return {
    ...columns,
    domain_with_suffix: `${domain as string}.apt`,
    owner_address: owner,
    is_primary: shown?.token_data_id === name.token_data_id,
    is_active: until !== null && (until as string) > formatSeconds(index.summary.timestampUsecs),
    domain_expiration_timestamp: domainExpiration,
  };
}

/** The policy of subdomains that expire with their domain. */
const followsDomain = 1n;
