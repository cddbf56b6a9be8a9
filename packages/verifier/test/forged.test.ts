import { hexToBytes } from "@ledger/types";
import { describeVectors, readVectorJson } from "@ledger/vectors";
import { expect, test } from "vitest";
import {
  decodeStateAnswer,
  encodeStateAnswer,
  readStateAnswerJson,
  type StateAnswerJson,
  stateAnswerToJson,
  VerificationError,
} from "../src/index.ts";
import { type Case, findRefusal, verifyCase } from "./support/cases.ts";

interface ForgedCase extends Case {
  readonly id: number;
  readonly kind: string;
  readonly step: string;
  readonly or?: readonly string[];
}

describeVectors("proofs/forged.json", () => {
  const { good, forged } = readVectorJson<{ good: readonly Case[]; forged: readonly ForgedCase[] }>(
    "proofs/forged.json",
  );

  test("all good answers hold, and say what was proved", async () => {
    for (const one of good) {
      const answer = one.answer as StateAnswerJson;
      const state = await verifyCase(one);
      expect(String(state.version)).toBe(answer.version);
      for (const { key, value } of answer.entries) {
        const read = state.read(hexToBytes(key));
        expect(read === undefined).toBe(value === null);
      }
    }
  });

  test("every forged answer is refused at its step", async () => {
    for (const one of forged) {
      const step = await findRefusal(one);
      expect([one.step, ...(one.or ?? [])], `${one.id} ${one.kind}`).toContain(step);
    }
  });

  test("forgeries that can be written in BCS are refused there too, good answers hold", async () => {
    for (const { ask, trust, answer } of good.filter((one) => !("epoch_state" in one.trust))) {
      const encoded = encodeStateAnswer(readStateAnswerJson(answer));
      await verifyCase({ ask, trust, answer: stateAnswerToJson(decodeStateAnswer(encoded)) });
      for (let end = 0; end < encoded.length; end += 97) {
        expect(() => decodeStateAnswer(encoded.subarray(0, end))).toThrow(VerificationError);
      }
    }
    let written = 0;
    for (const one of forged.filter(({ trust }) => !("epoch_state" in trust))) {
      let encoded: Uint8Array;
      try {
        encoded = encodeStateAnswer(readStateAnswerJson(one.answer));
      } catch {
        continue;
      }
      written++;
      expect(
        await findRefusal({ ...one, answer: stateAnswerToJson(decodeStateAnswer(encoded)) }),
        one.kind,
      ).toBeDefined();
    }
    expect(written).toBeGreaterThan(300);
  });
});
