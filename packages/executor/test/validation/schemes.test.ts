import { u64 } from "@ledger/bcs";
import { parseAddress, type SignedTransaction, signingMessage, singleKeyAuthenticationKey } from "@ledger/types";
import { testNetworks } from "@ledger/vectors";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { ed25519 } from "@noble/curves/ed25519.js";
import { describe, expect } from "vitest";
import { validateUserTransaction } from "../../src/index.ts";
import { genesisState } from "../support/genesis-state.ts";
import { account } from "../support/local-chain.ts";

const { publicKey, secretKey } = account("single");

// The first networks knew no authenticator of a single key: its transactions come to the check of the account only where they are known.
describe("a transaction of a single key, by an account that does not exist", () => {
  testNetworks(["mainnet", "devnet-2025-11"], "on %s", async (network) => {
    const state = genesisState(network);
    const vm = new MoveVm({ natives: frameworkNatives });
    const environment = await vm.readEnvironment(state);
    const key = { kind: "Ed25519", value: publicKey } as const;
    const rawTxn: SignedTransaction["rawTxn"] = {
      sender: singleKeyAuthenticationKey(key),
      sequenceNumber: 7n,
      payload: {
        kind: "EntryFunction",
        value: {
          module: { address: parseAddress("0x1"), name: "aptos_account" },
          function: "transfer",
          typeArgs: [],
          args: [parseAddress("0xb0b"), u64.encode(1n)],
        },
      },
      maxGasAmount: 100_000n,
      gasUnitPrice: 100n,
      expirationTimestampSecs: 4_000_000_000n,
      chainId: environment.chainId,
    };
    const signature = { kind: "Ed25519", value: ed25519.sign(signingMessage(rawTxn), secretKey) } as const;
    const sender = { kind: "SingleKey", value: { publicKey: key, signature } } as const;
    const transaction: SignedTransaction = { rawTxn, authenticator: { kind: "SingleSender", value: { sender } } };
    const context = { vm, environment, usage: undefined };
    const place = { isSimulation: false, transactionIndex: 0 };
    const fault = await validateUserTransaction(context, state, transaction, place);
    expect(fault?.status).toBe(network === "mainnet" ? "FEATURE_UNDER_GATING" : "SEQUENCE_NUMBER_TOO_NEW");
  });
});
