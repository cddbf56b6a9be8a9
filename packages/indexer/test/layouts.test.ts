import { formatHex } from "@ledger/types";
import { describeVectors, readVectorJson } from "@ledger/vectors";
import { expect, test } from "vitest";
import { encodeJson, layouts } from "./support/layouts.ts";

const files = ["fungible_assets", "tokens", "objects", "account_transactions", "table_items", "accounts_by_key"];

/** Types of which no vector has a value with its bytes: those of no package, and those that nobody used in these transactions. */
const withoutBytes = [
  "0x1::fungible_asset::ConcurrentFungibleBalance",
  "0x5::app::Mark",
  "0x5::app::Member",
  "0x5::app::Item",
  "0x1::coin::CoinWithdraw",
  "0x1::coin::CoinDeposit",
  "0x1::fungible_asset::WithdrawEvent",
  "0x1::fungible_asset::DepositEvent",
  "0x1::fungible_asset::FrozenEvent",
  "0x1::object::Transfer",
  "0x4::token::Mutation",
];

interface Valued {
  readonly type: string;
  readonly data: unknown;
  readonly op?: string;
  readonly value_bcs?: string | null;
  readonly data_bcs?: string | null;
  readonly write: number;
}

interface Recorded {
  readonly events: readonly Valued[];
  readonly changes: readonly Valued[];
  readonly writes: readonly Valued[];
}

// Random records are only worth something if their bytes are those that the chain would have.
describeVectors("indexer/tokens.json", () => {
  test("what random records are made of has the bytes of real values", () => {
    const names = files.flatMap((file) =>
      readVectorJson<{ cases: { transactions: string[] }[] }>(`indexer/${file}.json`).cases.flatMap(
        (each) => each.transactions,
      ),
    );
    const compared = new Set<string>();
    for (const record of names.map((name) => readVectorJson<Recorded>(`indexer/transactions/${name}.json`))) {
      const written = record.changes.filter(({ op, data }) => op === "write" && data !== undefined);
      for (const value of [...record.events, ...written]) {
        const name = value.type?.split("<")[0] ?? "";
        const bytes = value.data_bcs ?? value.value_bcs ?? record.writes[value.write]?.value_bcs;
        if (layouts[name] === undefined || !bytes) continue;
        expect(formatHex(encodeJson(layouts[name], value.data)), name).toBe(bytes);
        compared.add(name);
      }
    }
    expect(Object.keys(layouts).filter((name) => !compared.has(name))).toEqual(withoutBytes);
  });
});
