import { u64 } from "@ledger/bcs";
import { feePayerSigningMessage, formatAddressLong, type SignedTransaction } from "@ledger/types";
import { describeVectors } from "@ledger/vectors";
import { feature } from "@ledger/vm";
import { ed25519 } from "@noble/curves/ed25519.js";
import { describe, expect, test } from "vitest";
import { editChange, featureEdit } from "../../src/index.ts";
import { counterModule, publish } from "../support/counter-package.ts";
import { type Account, account, entry, LocalChain } from "../support/local-chain.ts";

const alice = account("alice");
const owner = formatAddressLong(alice.address);

// Ledgers turned features on one after the other: a framework runs with any of them off.
describeVectors("genesis/devnet-2025-11.genesis.blob", () => {
  async function startWithout(flags: readonly number[]): Promise<LocalChain> {
    const chain = await LocalChain.start();
    for (const flag of flags) {
      chain.edits = [(await editChange(chain.state, await featureEdit(chain.state, flag, false)))!];
      await chain.block();
    }
    return chain;
  }

  async function sponsored(chain: LocalChain, sender: Account): Promise<SignedTransaction> {
    const args = [chain.core.address, u64.encode(1n)];
    const { rawTxn } = await chain.sign(sender, entry("0x1::aptos_account::transfer", args));
    const feePayer = chain.core.address;
    const message = feePayerSigningMessage(rawTxn, [], feePayer);
    const by = ({ publicKey, secretKey }: Account) =>
      ({ kind: "Ed25519", value: { publicKey, signature: ed25519.sign(message, secretKey) } }) as const;
    const signers = { sender: by(sender), secondarySignerAddresses: [], secondarySigners: [] };
    return {
      rawTxn,
      authenticator: {
        kind: "FeePayer",
        value: { ...signers, feePayerAddress: feePayer, feePayerSigner: by(chain.core) },
      },
    };
  }

  describe.each<[string, readonly (keyof typeof feature)[]]>([
    ["account abstraction", ["accountAbstraction", "derivableAccountAbstraction"]],
    [
      "that and what simulation was told",
      ["accountAbstraction", "derivableAccountAbstraction", "simulationEnhancement"],
    ],
    ["the second form of payloads", ["transactionPayloadV2", "orderlessTransactions"]],
    ["accounts without a resource", ["defaultAccountResource"]],
    ["deposits for bytes", ["refundableBytes"]],
    ["metadata of slots", ["storageSlotMetadata"]],
    ["modules loaded at first use", ["lazyLoading"]],
    ["fees for proposers", ["calculateFeeForDistribution"]],
    ["fee statements", ["emitFeeStatement"]],
  ])("without %s", (_, flags) => {
    test("accounts are made, a package is published and called, and a fee payer pays", async () => {
      const chain = await startWithout(flags.map((name) => feature[name]));
      for (const make of [
        () => chain.sign(chain.core, entry("0x1::aptos_account::transfer", [alice.address, u64.encode(10n ** 10n)])),
        () => chain.sign(alice, publish(counterModule(alice.address, 3))),
        () => chain.sign(chain.core, entry(`${owner}::counter::bump`, [])),
        () => sponsored(chain, alice),
      ]) {
        const { entries, discarded } = await chain.block(await make());
        expect(discarded).toEqual([]);
        const [, { output }, closing] = entries as [unknown, (typeof entries)[number], (typeof entries)[number]];
        expect(output.status).toEqual({ kind: "Success" });
        const names = output.events.map(({ value: { typeTag } }) => typeTag.kind === "Struct" && typeTag.value.name);
        expect(names.includes("FeeStatement")).toBe(!flags.includes("emitFeeStatement"));
        const isDistributed = !flags.includes("calculateFeeForDistribution");
        expect(closing.transaction.kind).toBe(isDistributed ? "BlockEpilogue" : "StateCheckpoint");
      }
    });
  });
});
