import { expect, test } from "vitest";
import type { HeadRow } from "../rows/head-row.ts";
import { insertKeys } from "./state-keys.ts";
import type { Query, Transaction } from "./transaction.ts";

const keys = [1, 2].map((byte) => ({ hash: Buffer.alloc(16, byte), key: Uint8Array.of(byte) }));

/** Stores the keys where the first one is stored. @returns how many were new, and the statements that it took */
async function insert(shards: number): Promise<{ readonly count: number; readonly sent: readonly string[] }> {
  const sent: string[] = [];
  const query = (async (text: string) => {
    sent.push(text.trim().split(/\s/, 1)[0]!);
    if (text.startsWith("select")) return [{ key_hash: "01010101-0101-0101-0101-010101010101" }];
    return text.startsWith("with") ? [{ inserted: 1 }] : [];
  }) as Query;
  const count = await insertKeys({ head: { shards } as HeadRow, query } as Transaction, keys);
  return { count, sent };
}

test("a store on one server asks it once, and one on several looks up first", async () => {
  expect(await insert(0)).toEqual({ count: 1, sent: ["with"] });
  expect(await insert(2)).toEqual({ count: 1, sent: ["select", "insert"] });
});
