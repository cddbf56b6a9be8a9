import { BcsError, type Codec } from "@ledger/bcs";
import { formatHex } from "@ledger/types";
import { NameRecord, ReverseRecord, SubdomainExt } from "../layouts/names.ts";
import type { RecordView } from "../record/record-view.ts";
import { formatExpiry } from "../record/timestamp.ts";
import type { CurrentRows } from "../row.ts";

/** The packages of names of the two public networks, as the official client has them. */
const packages = [
  "0x867ed1f6bf916171b1de3ee92849b8978b7d1b9e0a8cc982a3d19d535dfd9c0c",
  "0x5f8fd2347449685cf41d4db97926ec3a096eaf381332be4f1318ad4d16a8497c",
];

const standard = "v2";

/**
 * Puts the names of accounts that a transaction wrote, and which of their names accounts show. A name is an object: who owns it is what
 * the rows of tokens say of its address. Those of the first package, which are tokens of the first kind, are not looked at.
 */
export function putNames(record: RecordView, rows: CurrentRows): void {
  for (const { address, type, value } of record.resources) {
    if (value === undefined || !type.includes("::v2_1_domains::")) continue;
    for (const owner of packages) {
      const module = `${owner}::v2_1_domains`;
      if (type === `${module}::NameRecord`) putName(record, address, module, rows);
      if (type === `${module}::ReverseRecord`) putPrimary(record, address, module, rows);
    }
  }
}

function putName(record: RecordView, token: string, module: string, rows: CurrentRows): void {
  const name = read(record, token, `${module}::NameRecord`, NameRecord);
  if (name === undefined) return;
  const { domain, expirationSecs, target } = name;
  const extension = read(record, token, `${module}::SubdomainExt`, SubdomainExt);
  const subdomain = extension?.subdomain ?? "";
  rows.put("current_ans_lookup_v2", lookupKey(domain, subdomain), {
    domain,
    subdomain,
    token_standard: standard,
    token_name: subdomain === "" ? `${domain}.apt` : `${subdomain}.${domain}.apt`,
    token_data_id: token,
    registered_address: target === undefined ? null : formatHex(target),
    expiration_timestamp: formatExpiry(expirationSecs),
    subdomain_expiration_policy: extension === undefined ? null : BigInt(extension.expirationPolicy),
    is_deleted: false,
    last_transaction_version: record.version,
  });
}

/** The key of a name among the rows of `current_ans_lookup_v2`; of a domain the subdomain is empty. */
export function lookupKey(domain: string, subdomain: string): string {
  return `${domain} ${subdomain} ${standard}`;
}

function putPrimary(record: RecordView, account: string, module: string, rows: CurrentRows): void {
  const shown = read(record, account, `${module}::ReverseRecord`, ReverseRecord);
  if (shown === undefined) return;
  rows.put("primary_names", account, { token_data_id: shown.token === undefined ? null : formatHex(shown.token) });
}

/** Reads a resource of a package that may be upgraded to another form: then it tells nothing. */
function read<T>(record: RecordView, address: string, type: string, codec: Codec<T>): T | undefined {
  try {
    return record.written(address, type, codec);
  } catch (error) {
    if (error instanceof BcsError) return undefined;
    throw error;
  }
}
