import { bytes } from "@ledger/bcs";
import { buildScript, type InstructionSpec } from "@ledger/move";
import { deriveGenesis, type SignedTransaction } from "@ledger/types";
import { describeVectors, readVectorBytes } from "@ledger/vectors";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { expect, test } from "vitest";
import { coreResourcesAddress, executeUserTransaction, Overlay } from "../../src/index.ts";

// From binary format 10 on, the message of an abort is part of the transaction's status, and hashed with it.
describeVectors("genesis/devnet.genesis.blob", () => {
  const genesis = deriveGenesis(readVectorBytes("genesis/devnet.genesis.blob"));
  const state = Overlay.of(genesis.writes);

  async function statusOf(version: number, code: readonly InstructionSpec[]) {
    const imports = {
      functions: [{ function: "0x1::transaction_context::monotonically_increasing_counter", returns: ["u128"] }],
    };
    const script = { code: buildScript({ version, code, imports }), typeArgs: [], args: [] };
    const transaction: SignedTransaction = {
      rawTxn: {
        sender: coreResourcesAddress,
        sequenceNumber: 0n,
        payload: { kind: "Script", value: script },
        maxGasAmount: 20_000n,
        gasUnitPrice: 100n,
        expirationTimestampSecs: 60n,
        chainId: genesis.chainId,
      },
      authenticator: { kind: "SingleSender", value: { sender: { kind: "NoAccountAuthenticator" } } },
    };
    const vm = new MoveVm({ natives: frameworkNatives });
    const environment = await vm.readEnvironment(state);
    const place = { isSimulation: true, transactionIndex: undefined };
    const outcome = await executeUserTransaction({ vm, environment, usage: undefined }, state, transaction, place);
    return outcome.status;
  }

  test("a script's own", async () => {
    const message = bytes.encode(new TextEncoder().encode("too late"));
    const code: InstructionSpec[] = [["ld_u64", 7], ["ld_const", "vector<u8>", message], ["abort_msg"]];
    expect(await statusOf(10, code)).toEqual({
      kind: "MoveAbort",
      value: { location: { kind: "Script" }, code: 7n, info: { reasonName: "", description: "too late" } },
    });
    expect(await statusOf(10, [["ld_u64", 7], ["abort"]])).toEqual({
      kind: "MoveAbort",
      value: { location: { kind: "Script" }, code: 7n, info: undefined },
    });
  });

  test("a native's, with the name that the module has for the code", async () => {
    const call = "0x1::transaction_context::monotonically_increasing_counter";
    expect(await statusOf(10, [["call", call], ["pop"], ["ret"]])).toMatchObject({
      kind: "MoveAbort",
      value: {
        location: { value: { name: "transaction_context" } },
        code: 0x30005n,
        info: { description: "Transaction index is not available in this execution context" },
      },
    });
  });
});
