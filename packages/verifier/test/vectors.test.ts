import { hexToBytes, parseHash } from "@ledger/types";
import { describeVectors, readVectorJson } from "@ledger/vectors";
import { expect, test } from "vitest";
import { readStateAnswerJson, type StateAnswerJson, verifyInfo, verifyState } from "../src/index.ts";
import { type Case, rootOf, verifyCase } from "./support/cases.ts";

describeVectors("proofs/blocks.json", () => {
  interface BlockAnswer extends Case {
    readonly answer: StateAnswerJson;
  }
  const { answers } = readVectorJson<{ answers: readonly BlockAnswer[] }>("proofs/blocks.json");

  test("complete answers at past blocks hold", async () => {
    for (const one of answers) {
      const state = await verifyCase(one);
      expect(String(state.version)).toBe(one.answer.version);
    }
  });

  test("a later question is only answered by an earlier block when that is allowed", () => {
    const [one] = answers;
    const question = { keys: one!.ask.keys.map(hexToBytes), version: BigInt(one!.answer.version) + 1n };
    const answer = readStateAnswerJson(one!.answer);
    expect(() => verifyState(answer, question, rootOf(one!))).toThrow(
      expect.objectContaining({ code: "not_verified", step: "info" }),
    );
    expect(verifyState(answer, { ...question, allowEarlier: true }, rootOf(one!)).version).toBe(answer.version);
  });

  test("a witness is read by any key that it covers, and by no other", () => {
    const one = answers.find(({ answer }) => answer.entries.length > 3)!;
    const { answer } = one;
    const state = verifyState(readStateAnswerJson(answer), { version: BigInt(answer.version) }, rootOf(one));
    for (const { key, value } of answer.entries) expect(state.read(hexToBytes(key)) === undefined).toBe(value === null);
    expect(() => state.read(Uint8Array.of(255, 1, 2, 3))).toThrow(expect.objectContaining({ step: "value" }));
  });
});

describeVectors("proofs/accumulator.json", () => {
  interface InfoProof {
    readonly ledger_version: string;
    readonly version: string;
    readonly transaction_info: string;
    readonly siblings: readonly string[];
    readonly root: string;
  }
  const { proofs } = readVectorJson<{ proofs: readonly InfoProof[] }>("proofs/accumulator.json");

  test("transaction infos are in their ledgers, at their versions and nowhere else", () => {
    for (const proof of proofs) {
      const ledgerVersion = BigInt(proof.ledger_version);
      const info = {
        transactionInfo: hexToBytes(proof.transaction_info),
        siblings: proof.siblings.map(parseHash),
        ledgerVersion,
      };
      const trusted = { ledgerVersion, accumulatorRoot: parseHash(proof.root) };
      const version = BigInt(proof.version);
      verifyInfo(info, version, trusted);
      const height = BigInt(proof.siblings.length);
      for (const wrong of [version + 1n, version - 1n, version ^ 1n, version + (1n << height), version + (1n << 63n)]) {
        if (wrong === version) continue;
        expect(() => verifyInfo(info, wrong, trusted)).toThrow(expect.objectContaining({ step: "accumulator" }));
      }
    }
  });
});
