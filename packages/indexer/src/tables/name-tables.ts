import type { Relation, TableShape } from "./column.ts";

/** The tables of names of accounts. */
export const nameTables = {
  current_ans_lookup_v2: {
    key: ["domain", "subdomain", "token_standard"],
    columns: {
      domain: "String!",
      subdomain: "String!",
      token_standard: "String!",
      token_name: "String",
      token_data_id: "String",
      registered_address: "String",
      expiration_timestamp: "timestamp!",
      subdomain_expiration_policy: "bigint",
      is_deleted: "Boolean!",
      last_transaction_version: "bigint!",
    },
  },
} as const satisfies Readonly<Record<string, TableShape>>;

/** The relation to the names that lead to an account. */
export function namesOf(column: string): Relation {
  return { table: "current_aptos_names", by: { [column]: "registered_address" }, many: true };
}
