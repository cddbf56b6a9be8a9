import { hexToBytes, parseAddress, parseTypeTag, ResourceGroup, formatStructTag, parseStructTag } from "@ledger/types";
import { describeVectors, readVectorJson } from "@ledger/vectors";
import { describe, expect, test } from "vitest";
import { createMoveCache, type JsonValue, listGroupMembers, MoveError, MoveView } from "../src/index.ts";
import { readGenesisState } from "./genesis-state.ts";

const networks = ["mainnet", "testnet", "devnet", "randomnet", "previewnet3"];

/** Views of every published genesis, newest framework first: recorded values come from many framework versions. */
function openViews(): MoveView[] {
  const cache = createMoveCache();
  return ["devnet", "previewnet3", "randomnet", "testnet", "mainnet"].map(
    (network) => new MoveView(readGenesisState(network), cache),
  );
}

interface Outcome {
  decoded: number;
  encoded: number;
  missing: string[];
}
console.log;
describeVectors("values of real transactions", () => {
  const views = openViews();

  async function check(type: string, hex: string, expected: JsonValue, outcome: Outcome) {
    const bytes = hexToBytes(hex.slice(2));
    const tag = parseTypeTag(type);
    const faults: string[] = [];
    for (const view of views) {
      try {
        const json = await view.decodeToJson(tag, bytes);
        expect(json, type).toEqual(expected);
        outcome.decoded++;
        const layout = await view.layout(tag);
        expect(layout.encodeFromJson(json), type).toEqual(bytes);
        outcome.encoded++;
        return;
      } catch (error) {
        if (!(error instanceof MoveError)) throw error;
        faults.push(error.code + " " + error.message);
      }
    }
    outcome.missing.push(`${type}: ${faults.join("; ")}`);
  }

  test("events", async () => {
    const outcome: Outcome = { decoded: 0, encoded: 0, missing: [] };
    const { cases } = readVectorJson<{ cases: any[] }>("values/events.json");
    for (const c of cases) await check(c.type, c.data_bcs, c.data, outcome);
    console.log("events", cases.length, outcome);
  });
  test("resources", async () => {
    const outcome: Outcome = { decoded: 0, encoded: 0, missing: [] };
    const { cases } = readVectorJson<{ cases: any[] }>("values/resources.json");
    for (const c of cases) await check(c.type, c.bcs, c.data, outcome);
    console.log("resources", cases.length, outcome);
  });
  test("items", async () => {
    const outcome: Outcome = { decoded: 0, encoded: 0, missing: [] };
    const { cases } = readVectorJson<{ cases: any[] }>("values/table_items.json");
    for (const c of cases) {
      if (c.value_bcs) await check(c.value_type, c.value_bcs, c.value, outcome);
      await check(c.key_type, c.key_bcs, c.key, outcome);
    }
    console.log("items", cases.length, outcome);
  });
});
