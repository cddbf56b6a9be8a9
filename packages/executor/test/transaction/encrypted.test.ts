import { u64 } from "@ledger/bcs";
import {
  DecryptedPlaintext,
  type EncryptedPayload,
  type ExecutionStatus,
  frameworkKey,
  GasScheduleV2,
  type HashValue,
  hashInDomain,
  type SignedTransaction,
  type SubmittedEncryptedPayload,
  type TransactionExecutable,
} from "@ledger/types";
import { describeVectors } from "@ledger/vectors";
import { feature, MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { beforeAll, expect, test } from "vitest";
import { editChange, featureEdit } from "../../src/index.ts";
import { LedgerReplay, type ReplayOutcome } from "../../src/replay/index.ts";
import { forge, HeldLedger } from "../support/held-ledger.ts";
import { account, entry, LocalChain, testGenesis } from "../support/local-chain.ts";

const alice = account("alice");
const bob = account("bob");
/** Gas units that decryption costs, and their price, where the schedule has them. */
const surcharge = 700n;
const price = 150n;

const transfer = entry("0x1::aptos_account::transfer", [bob.address, u64.encode(5n)]) as TransactionExecutable;
const plaintext: DecryptedPlaintext = { executable: transfer, decryptionNonce: new Uint8Array(16).fill(9) };
const original: SubmittedEncryptedPayload = {
  ciphertext: {
    vk: new Uint8Array(32),
    id: new Uint8Array(32),
    ctG2: new Uint8Array(288),
    paddedKey: new Uint8Array(16),
    nonce: new Uint8Array(12),
    ctBody: new Uint8Array(200),
    associatedData: new Uint8Array(),
    signature: new Uint8Array(64),
  },
  extraConfig: { kind: "V1", value: { multisigAddress: undefined, replayProtectionNonce: undefined } },
  payloadHash: hashInDomain("DecryptedPlaintext", DecryptedPlaintext.encode(plaintext)),
  encryptionEpoch: 1n,
  claimedEntryFunction: undefined,
};

function decrypted(changes: Partial<SubmittedEncryptedPayload> = {}): EncryptedPayload {
  return {
    kind: "Decrypted",
    value: { original: { ...original, ...changes }, evalProof: new Uint8Array(48), decrypted: plaintext },
  };
}

function failed(reason: number): EncryptedPayload {
  return { kind: "FailedDecryption", value: { original, evalProof: undefined, reason } };
}

describeVectors("genesis/devnet-2025-11.genesis.blob", () => {
  let ledger: HeldLedger;
  let chain: LocalChain;

  beforeAll(async () => {
    ledger = new HeldLedger(await testGenesis());
    chain = await LocalChain.start(undefined, ({ entries }) => ledger.addBlock(entries));
    const pay = entry("0x1::aptos_account::transfer", [alice.address, u64.encode(10_000_000_000n)]);
    await chain.block(await chain.sign(chain.core, pay));
    const key = frameworkKey("gas_schedule", "GasScheduleV2");
    const schedule = GasScheduleV2.decode((await chain.state.get(key))!.bytes);
    const scale = schedule.entries.find((one) => one.key === "txn.gas_unit_scaling_factor")!.value;
    const entries = [
      ...schedule.entries,
      { key: "txn.encrypted_txn_decryption.base", value: surcharge * scale },
      { key: "txn.encrypted_txn_min_price_per_gas_unit", value: price },
    ];
    const edits = [
      await featureEdit(chain.state, feature.encryptedTransactions, true),
      { key, item: "resource", value: GasScheduleV2.encode({ featureVersion: 49n, entries }) } as const,
    ];
    chain.edits = await Promise.all(edits.map(async (edit) => (await editChange(chain.state, edit))!));
    await chain.block();
    await chain.block(await chain.sign(alice, transfer as never));
  });

  async function sign(value: EncryptedPayload, gasUnitPrice = price): Promise<SignedTransaction> {
    return chain.sign(alice, { kind: "EncryptedPayload", value }, { gasUnitPrice });
  }

  /** The status of a transaction, and the gas that it used, where it is kept; else why it is discarded. */
  async function run(transaction: SignedTransaction): Promise<{ status: ExecutionStatus; gasUsed: bigint } | string> {
    const { entries, discarded } = await chain.block(transaction);
    const { output } = entries[1]!;
    return discarded[0]?.reason.status ?? { status: output.status, gasUsed: output.gasUsed };
  }

  test("what was decrypted runs, and costs more than what was not encrypted", async () => {
    const plain = await run(await chain.sign(alice, transfer as never, { gasUnitPrice: price }));
    const kept = await run(await sign(decrypted()));
    if (typeof plain === "string" || typeof kept === "string") throw new Error(`${plain} ${kept}`);
    expect(kept.status).toEqual({ kind: "Success" });
    const more = kept.gasUsed - plain.gasUsed;
    // Its bytes cost a little, too.
    expect(more >= surcharge && more < surcharge + 10n).toBe(true);
  });

  test("a claim of the function that is called is believed when it is right", async () => {
    if (transfer.kind !== "EntryFunction") throw new Error("a transfer is a call");
    const { module, function: name } = transfer.value;
    for (const claimed of [name, undefined]) {
      const claim = { module, function: claimed };
      expect(await run(await sign(decrypted({ claimedEntryFunction: claim })))).toMatchObject({
        status: { kind: "Success" },
      });
    }
    const other = { module, function: "create_account" };
    expect(await run(await sign(decrypted({ claimedEntryFunction: other })))).toBe("FEATURE_UNDER_GATING");
  });

  test("what could not be decrypted is paid for, and fails as an argument that does not decode", async () => {
    const outcome = await run(await sign(failed(0)));
    expect(outcome).toMatchObject({ status: { kind: "MiscellaneousError", value: 1100n } });
    expect(typeof outcome === "string" || outcome.gasUsed > surcharge).toBe(true);
  });

  test("reasons to try again, another plaintext, and a price that is too low, are discarded", async () => {
    for (const reason of [1, 7, 9]) expect(await run(await sign(failed(reason)))).toBe("FEATURE_UNDER_GATING");
    const payloadHash = original.payloadHash.map((byte) => byte ^ 1) as HashValue;
    expect(await run(await sign(decrypted({ payloadHash })))).toBe("FEATURE_UNDER_GATING");
    expect(await run(await sign(decrypted(), price - 1n))).toBe("ENCRYPTED_TXN_GAS_UNIT_PRICE_BELOW_MIN_BOUND");
    expect(await run(await sign({ kind: "Encrypted", value: original }))).toBe("UNIMPLEMENTED_FUNCTIONALITY");
  });

  test("all of it comes out the same again, and another plaintext in a record is found", async () => {
    const outcomesOf = async (from: bigint): Promise<ReplayOutcome[]> => {
      const outcomes: ReplayOutcome[] = [];
      const replay = new LedgerReplay({ ledger, vm: new MoveVm({ natives: frameworkNatives }) });
      for await (const { outcome } of replay.run(from, ledger.version)) outcomes.push(outcome);
      return outcomes;
    };
    await run(await sign(decrypted()));
    // The block that was edited by hand is none that execution makes.
    const edited = 6n;
    expect(new Set((await outcomesOf(edited)).map(({ kind }) => kind))).toEqual(new Set(["equal"]));
    const version = ledger.version - 1n;
    const honest = ledger.records[Number(version)]!;
    const signed = await sign(decrypted({ payloadHash: new Uint8Array(32) as HashValue }));
    ledger.replace(forge(honest, { transaction: { kind: "UserTransaction", value: signed } }));
    const [found] = await outcomesOf(version);
    expect(found).toMatchObject({ kind: "different", differences: [{ part: "refused" }] });
    ledger.replace(honest);
  });
});
