import { type BlockMetadataExt, deriveGenesis, type HashValue, sha3_256 } from "@ledger/types";
import { describeVectors, readVectorBytes } from "@ledger/vectors";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { expect, test } from "vitest";
import { BlockExecutor, Overlay } from "../../src/index.ts";

// The framework of July 2026 has a function for each form; the functions themselves refuse arguments that do not fit.
describeVectors("genesis/devnet.genesis.blob", () => {
  const genesis = deriveGenesis(readVectorBytes("genesis/devnet.genesis.blob"));
  const common = {
    id: sha3_256(Uint8Array.of(1)) as HashValue,
    epoch: 1n,
    round: 1n,
    proposer: genesis.epochState.verifier.validatorInfos[0]!.address,
    previousBlockVotesBitvec: new Uint8Array(),
    failedProposerIndices: [],
    timestampUsecs: 1_000_000n,
  };
  const metadata = { epoch: 1n, round: 1n };
  const randomness = { metadata, randomness: new Uint8Array(32).fill(3) };
  const key = { metadata, decryptionKey: Uint8Array.of(1, 2, 3) };

  test.each<BlockMetadataExt>([
    { kind: "V0", value: common },
    { kind: "V1", value: { ...common, randomness } },
    { kind: "V1", value: { ...common, randomness: undefined } },
    { kind: "V2", value: { ...common, randomness, decryptionKey: key } },
    { kind: "V2", value: { ...common, randomness: undefined, decryptionKey: undefined } },
    { kind: "V3", value: { ...common, randomness, decryptionPayload: { key, decryptionRound: 1n } } },
    { kind: "V3", value: { ...common, randomness: undefined, decryptionPayload: undefined } },
  ])("a block begins with metadata of the form $kind", async (extended) => {
    const executor = new BlockExecutor(new MoveVm({ natives: frameworkNatives }), Overlay.of(genesis.writes));
    const { entries } = await executor.execute({ metadata: extended, transactions: [] });
    expect(entries[0]!.output.events.map(({ value }) => value.typeTag)).toContainEqual(
      expect.objectContaining({ value: expect.objectContaining({ name: "NewBlockEvent" }) }),
    );
  });
});
