import { type AnyCodec, string, u8, u16, u32, u64, u128 } from "@ledger/bcs";
import { Address, formatAddress, parseAddress } from "@ledger/types";
import { node } from "../api/node.ts";
import { framework, type Landmarks, type TableKey, writtenTableKeys } from "../ledger/landmarks.ts";
import { findTables } from "../ledger/table/find-tables.ts";
import { formatHex, parseHex } from "../text/hex.ts";

/** An item that exists. */
export interface FoundItem {
  readonly handle: string;
  readonly keyType: string;
  readonly valueType: string;
  /** The key in the API's JSON form. */
  readonly key: unknown;
  /** BCS of the key, as hex. */
  readonly rawKey: string;
}

/** Key types that can be read without asking the ledger. */
const keyCodecs: Readonly<Record<string, readonly [AnyCodec, (value: unknown) => unknown]>> = {
  u8: [u8, (value) => value],
  u16: [u16, (value) => value],
  u32: [u32, (value) => value],
  u64: [u64, String],
  u128: [u128, String],
  address: [Address, (value) => formatAddress(value as Address)],
  "0x1::string::String": [string, (value) => value],
};

/** Finds a recently written item in a table whose types are known, or the supply of the gas coin. */
export async function findTableItem(landmarks: Landmarks, signal: AbortSignal): Promise<FoundItem | undefined> {
  const written = landmarks.tableKeys.length > 0 ? landmarks.tableKeys : await readGenesisKeys(signal);
  for (const { handle, keyType, valueType } of await findTables(signal)) {
    for (const candidate of written) {
      if (candidate.handle !== handle) continue;
      const key = decodeKey(keyType, candidate.key);
      if (key !== undefined) return { handle, keyType, valueType, key, rawKey: candidate.key };
    }
  }
  return findSupply(signal);
}

/** Items that genesis wrote: what there is to find on a ledger that has nothing else. */
async function readGenesisKeys(signal: AbortSignal): Promise<readonly TableKey[]> {
  try {
    const { value } = await node.call("get_transaction_by_version", { params: { txn_version: 0 }, signal });
    return writtenTableKeys(value);
  } catch (error) {
    if (signal.aborted) throw error;
    return [];
  }
}

function decodeKey(type: string, hex: string): unknown {
  const [codec, toJson] = keyCodecs[type] ?? [];
  const bytes = parseHex(hex);
  if (codec === undefined || toJson === undefined || bytes === undefined) return undefined;
  try {
    return toJson(codec.decode(bytes));
  } catch {
    return undefined;
  }
}

/** Networks begin with the supply of their coin in an aggregator, which is a table item. */
async function findSupply(signal: AbortSignal): Promise<FoundItem | undefined> {
  try {
    const { value } = await node.call("get_account_resource", {
      params: { address: framework, resource_type: "0x1::coin::CoinInfo<0x1::aptos_coin::AptosCoin>" },
      signal,
    });
    const { supply } = value.data as {
      readonly supply: { readonly vec: readonly { readonly aggregator: { readonly vec: readonly Aggregator[] } }[] };
    };
    const aggregator = supply.vec[0]?.aggregator.vec[0];
    if (aggregator === undefined) return undefined;
    const { handle, key } = aggregator;
    return { handle, keyType: "address", valueType: "u128", key, rawKey: formatHex(parseAddress(key)) };
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}

interface Aggregator {
  readonly handle: string;
  readonly key: string;
}
