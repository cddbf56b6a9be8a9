import {
  type BlockMetadata,
  concatBytes,
  domainSeed,
  frameworkKey,
  type HashValue,
  ProviderJwks,
  type QuorumCertifiedUpdate,
  sha3_256,
  type Transaction,
  writesOf,
} from "@ledger/types";
import { describeVectors } from "@ledger/vectors";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { beforeAll, expect, test } from "vitest";
import { runBlockPrologue } from "../../src/block/block-prologue.ts";
import type { BlockEntry } from "../../src/block/execute-block.ts";
import { encodeOutput, type Output, outputOf } from "../../src/block/output.ts";
import { runValidatorTransaction } from "../../src/block/validator-transaction.ts";
import { LedgerReplay, type ReplayOutcome } from "../../src/replay/index.ts";
import { forge, HeldLedger } from "../support/held-ledger.ts";
import { LocalChain, testGenesis } from "../support/local-chain.ts";

/** The key of the only validator of the tests' genesis. */
const secretKey = bls12_381.utils.randomSecretKey(new Uint8Array(48).fill(7));

function sign(update: ProviderJwks, key = secretKey): QuorumCertifiedUpdate {
  const { longSignatures } = bls12_381;
  const message = concatBytes(domainSeed("ProviderJWKs"), ProviderJwks.encode(update));
  const point = longSignatures.hash(message, "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_");
  const signature = longSignatures.sign(point, key).toBytes();
  return { update, multiSig: { validatorBitmask: Uint8Array.of(0x80), signature } };
}

function keys(version: bigint): ProviderJwks {
  const data = Uint8Array.of(1, 7, 1, 2);
  return {
    issuer: new TextEncoder().encode("https://issuer.example"),
    version,
    jwks: [{ variant: { typeName: "0x1::jwks::UnsupportedJWK", data } }],
  };
}

function entryOf(transaction: Transaction, output: Output): BlockEntry {
  return { transaction, output, encoded: encodeOutput(output) };
}

describeVectors("genesis/devnet-2025-11.genesis.blob", () => {
  let ledger: HeldLedger;
  let version: bigint;
  let executed: Output;

  beforeAll(async () => {
    ledger = new HeldLedger(await testGenesis());
    let last: BlockMetadata | undefined;
    const chain = await LocalChain.start(undefined, ({ entries }) => {
      ledger.addBlock(entries);
      const [{ transaction } = { transaction: undefined }] = entries;
      if (transaction?.kind === "BlockMetadata") last = transaction.value;
    });
    await chain.block();
    if (last === undefined) throw new Error("the chain has made no block");
    const { state } = chain;
    const context = await chain.executor.context();
    const id: HashValue = sha3_256(Uint8Array.of(77));
    const metadata = { ...last, id, round: last.round + 1n, timestampUsecs: last.timestampUsecs + 1n };
    const start = { kind: "BlockMetadata", value: metadata } as const;
    const prologue = await runBlockPrologue(context, state, start);
    state.apply(prologue.changes);
    const update: Transaction = {
      kind: "ValidatorTransaction",
      value: { kind: "ObservedJWKUpdate", value: sign(keys(1n)) },
    };
    executed = outputOf(await runValidatorTransaction(context, state, update.value));
    version = ledger.version + 2n;
    ledger.addBlock([entryOf(start, outputOf(prologue)), entryOf(update, executed)]);
  });

  /** The outcome of the update when the record has another transaction. */
  async function replayed(update?: QuorumCertifiedUpdate): Promise<ReplayOutcome> {
    const honest = ledger.records[Number(version)]!;
    const value = update && ({ kind: "ObservedJWKUpdate", value: update } as const);
    if (value !== undefined) ledger.replace(forge(honest, { transaction: { kind: "ValidatorTransaction", value } }));
    try {
      const replay = new LedgerReplay({ ledger, vm: new MoveVm({ natives: frameworkNatives }) });
      for await (const { outcome } of replay.run(version, version)) return outcome;
      throw new Error("nothing was replayed");
    } finally {
      ledger.replace(honest);
    }
  }

  test("keys that a quorum signed are written, with their event, and come out the same again", async () => {
    const written = writesOf(executed.writeSet).size;
    expect(written).toBe(2);
    expect(executed.events.map(({ kind }) => kind)).toEqual(["V2"]);
    expect(ledger.readState(version, frameworkKey("jwks", "ObservedJWKs"))?.bytes).not.toEqual(
      ledger.readState(version - 1n, frameworkKey("jwks", "ObservedJWKs"))?.bytes,
    );
    expect(await replayed()).toEqual({ kind: "equal" });
  });

  test("keys without a quorum, that another key signed, or that are not the next ones, are refused", async () => {
    const forgedKey = bls12_381.utils.randomSecretKey(new Uint8Array(48).fill(8));
    const { multiSig } = sign(keys(1n));
    const cases: [QuorumCertifiedUpdate, string][] = [
      [sign(keys(1n), forgedKey), "its signature does not verify"],
      [{ update: { ...keys(1n), jwks: [] }, multiSig }, "its signature does not verify"],
      [{ update: keys(1n), multiSig: { ...multiSig, validatorBitmask: Uint8Array.of(0) } }, "voting power of 0"],
      [{ update: keys(1n), multiSig: { ...multiSig, validatorBitmask: new Uint8Array() } }, "another length"],
      [{ update: keys(1n), multiSig: { ...multiSig, validatorBitmask: Uint8Array.of(0x81) } }, "that there is not"],
      [sign(keys(2n)), "1 is the next one"],
    ];
    for (const [update, message] of cases) {
      expect(await replayed(update)).toMatchObject({
        kind: "different",
        differences: [{ part: "refused", executed: { message: expect.stringContaining(message) } }],
      });
    }
  });
});
