import { u64 } from "@ledger/bcs";
import { deriveGenesis, parseAddress, type SignedTransaction } from "@ledger/types";
import { describeVectors, readVectorBytes } from "@ledger/vectors";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { expect, test } from "vitest";
import { coreResourcesAddress, executeUserTransaction, Overlay } from "../src/index.ts";

// The framework of July 2026 is newer than the published rules: its validation takes one more argument.
describeVectors("genesis/devnet.genesis.blob", () => {
  const genesis = deriveGenesis(readVectorBytes("genesis/devnet.genesis.blob"));
  const state = Overlay.of(genesis.writes);
  const nobody = { kind: "NoAccountAuthenticator" } as const;

  function transfer(authenticator: SignedTransaction["authenticator"]): SignedTransaction {
    const args = [parseAddress("0xb0b"), u64.encode(5n)];
    const module = { address: parseAddress("0x1"), name: "aptos_account" };
    return {
      rawTxn: {
        sender: coreResourcesAddress,
        sequenceNumber: 0n,
        payload: { kind: "EntryFunction", value: { module, function: "transfer", typeArgs: [], args } },
        maxGasAmount: 20_000n,
        gasUnitPrice: 100n,
        expirationTimestampSecs: 60n,
        chainId: genesis.chainId,
      },
      authenticator,
    };
  }

  test.each<[string, SignedTransaction["authenticator"]]>([
    ["of one signer", { kind: "SingleSender", value: { sender: nobody } }],
    [
      "with a fee payer",
      {
        kind: "FeePayer",
        value: {
          sender: nobody,
          secondarySignerAddresses: [],
          secondarySigners: [],
          feePayerAddress: coreResourcesAddress,
          feePayerSigner: nobody,
        },
      },
    ],
  ])("a transfer %s is simulated", async (_, authenticator) => {
    const vm = new MoveVm({ natives: frameworkNatives });
    const environment = await vm.readEnvironment(state);
    const context = { vm, environment, usage: undefined };
    const place = { isSimulation: true, transactionIndex: undefined };
    const outcome = await executeUserTransaction(context, state, transfer(authenticator), place);
    expect(outcome).toMatchObject({ kind: "kept", status: { kind: "Success" } });
  });
});
