import { bytesToHex, ContractEvent, hexToBytes, Transaction, WriteSet } from "@ledger/types";
import { describeVectors, readVectorJson } from "@ledger/vectors";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { expect, test } from "vitest";
import { runBlockPrologue } from "../src/block/block-prologue.ts";
import { outputOf } from "../src/block/output.ts";
import { environmentOf } from "../src/index.ts";
import { genesisState } from "./support/genesis-state.ts";

interface RecordCase {
  readonly version: number;
  readonly transaction: string;
  readonly write_set: string;
  readonly events: readonly string[];
}

describeVectors("the first records of testnet", () => {
  const [, ...records] = readVectorJson<readonly RecordCase[]>("chain/testnet_0_3.json");

  test("executed on its genesis, they write what the ledger has", async () => {
    const state = genesisState("testnet");
    const vm = new MoveVm({ natives: frameworkNatives });
    for (const { transaction, write_set, events } of records) {
      const decoded = Transaction.decode(hexToBytes(transaction));
      if (decoded.kind !== "BlockMetadata") {
        expect(decoded.kind).toBe("StateCheckpoint");
        continue;
      }
      const context = { vm, environment: await environmentOf(state), usage: { items: 128n, bytes: 273_204n } };
      const changeSet = await runBlockPrologue(context, state, decoded.value);
      const output = outputOf(changeSet);
      expect(output.events.map((event) => bytesToHex(ContractEvent.encode(event)))).toEqual(events);
      expect(bytesToHex(WriteSet.encode(output.writeSet))).toBe(write_set);
      state.apply(changeSet.changes);
    }
  });
});
