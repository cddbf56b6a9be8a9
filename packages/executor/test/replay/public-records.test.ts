import { describeVectors } from "@ledger/vectors";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { expect, test } from "vitest";
import { replayMainnet685, replayTestnet } from "../support/public-records.ts";

const vm = new MoveVm({ natives: frameworkNatives });

describeVectors("the first records of testnet", () => {
  test("are what execution makes of them, a change of epoch and genesis included", async () => {
    expect((await replayTestnet(vm)).map(({ kind }) => kind)).toEqual(["equal", "equal", "equal", "equal"]);
  });
});

describeVectors("mainnet 685", () => {
  test("is what execution makes of it, and another gas is not", async () => {
    expect(await replayMainnet685(vm)).toEqual({ kind: "equal" });
    expect(await replayMainnet685(vm, 1)).toMatchObject({ kind: "different", differences: [{ part: "gas" }] });
  });
});
