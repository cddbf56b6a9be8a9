import { spawnSync } from "node:child_process";
import { askVerifier, type VerifierQuestion, type VerifierVerdict } from "@ledger/stranger";
import { cases } from "@ledger/test-run/effort";
import { needs } from "@ledger/test-run/needs";
import { EpochState, formatHex, frameworkKey, moduleKey, parseAddress, parseHash, parseHex } from "@ledger/types";
import { describeVectors, readVectorJson } from "@ledger/vectors";
import {
  decodeStateAnswer,
  decodeTransactionAnswer,
  readStateAnswerJson,
  VerificationError,
  verifySignedRoot,
  verifyState,
  verifyTransaction,
} from "@ledger/verifier";
import { beforeAll, describe, expect, test } from "vitest";
import type { LocalNode } from "./sdk/local-network/support/local-node.ts";
import { openLocalNode } from "./sdk/local-network/support/open-local-node.ts";

// Two verifiers, of which one was written from the specification by other hands, judge the same answers.

const hasPython = spawnSync("python3", ["-c", "from hashlib import sha3_256"]).status === 0;

type StateAsk = Extract<VerifierQuestion["ask"], { readonly ledger_version: string }>;

/** The verdict of our own verifier. */
async function verdictOf({ ask, trust, answer, bcs }: VerifierQuestion): Promise<VerifierVerdict> {
  try {
    if ("transaction" in ask) {
      if ("epoch_state" in trust) throw new Error("a transaction needs a root");
      const decoded = decodeTransactionAnswer(parseHex(bcs!));
      const proved = verifyTransaction(decoded, BigInt(ask.transaction), rootOf(trust));
      const { transaction, events, writeSet } = proved;
      const parts = Object.entries({ transaction, events, write_set: writeSet });
      return { ok: { version: ask.transaction, parts: parts.flatMap(([name, part]) => (part ? [name] : [])) } };
    }
    const read = bcs === undefined ? readStateAnswerJson(answer) : decodeStateAnswer(parseHex(bcs));
    const root =
      "epoch_state" in trust
        ? await verifySignedRoot(read.ledgerInfo, EpochState.decode(parseHex(trust.epoch_state)))
        : rootOf(trust);
    const question = { version: BigInt(ask.ledger_version), allowEarlier: true };
    const state = verifyState(read, { ...question, ...(ask.keys && { keys: ask.keys.map(parseHex) }) }, root);
    const values = read.entries.map(({ key }) => {
      const value = state.read(key);
      const bytes = value?.kind === "WithMetadata" ? value.value.data : value?.value;
      return [plain(key), bytes === undefined ? null : plain(bytes)];
    });
    return { ok: { version: String(state.version), values: Object.fromEntries(values) } };
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    return { step: error.step, reason: error.message };
  }
}

function rootOf(trust: { readonly ledger_version: string; readonly accumulator_root: string }) {
  return { ledgerVersion: BigInt(trust.ledger_version), accumulatorRoot: parseHash(trust.accumulator_root) };
}

const plain = (bytes: Uint8Array): string => formatHex(bytes).slice(2);
const stepOf = (verdict: VerifierVerdict): string => ("step" in verdict ? verdict.step : "accepted");

/** Has both verifiers judge, and returns their verdicts side by side. */
async function judge(questions: readonly VerifierQuestion[]) {
  const theirs = await askVerifier(questions);
  return Promise.all(
    questions.map(async (question, i) => ({ question, ours: await verdictOf(question), theirs: theirs[i]! })),
  );
}

describe("a verifier by other hands", needs("python3", hasPython), () => {
  describeVectors("proofs/forged.json", () => {
    interface Forged extends VerifierQuestion {
      readonly kind: string;
      readonly step: string;
      readonly or?: readonly string[];
    }
    const { good, forged } = readVectorJson<{ good: readonly VerifierQuestion[]; forged: readonly Forged[] }>(
      "proofs/forged.json",
    );

    test("accepts the good answers, and reads the same of them", async () => {
      const verdicts = await judge(good);
      expect(verdicts.length).toBeGreaterThan(50);
      for (const { ours, theirs } of verdicts) {
        expect(stepOf(theirs)).toBe("accepted");
        expect(theirs).toEqual(ours);
      }
    });

    test("refuses every forged answer at its step, as ours does", async () => {
      const verdicts = await judge(forged);
      expect(verdicts.length).toBe(400);
      for (const [i, { ours, theirs }] of verdicts.entries()) {
        const { kind, step, or = [] } = forged[i]!;
        expect([step, ...or], kind).toContain(stepOf(theirs));
        expect([step, ...or], kind).toContain(stepOf(ours));
      }
    });
  });

  describeVectors("proofs/blocks.json", () => {
    const { answers } = readVectorJson<{ answers: readonly VerifierQuestion[] }>("proofs/blocks.json");

    test("accepts the answers at past blocks, and reads the same of them", async () => {
      for (const { ours, theirs } of await judge(answers)) {
        expect(stepOf(theirs)).toBe("accepted");
        expect(theirs).toEqual(ours);
      }
    });
  });

  describe("on the answers of a node", () => {
    let node: LocalNode;
    let trust: { readonly ledger_version: string; readonly accumulator_root: string };
    let asked: StateAsk;

    async function fetchAnswer(path: string, type: "json" | "x-bcs", body?: object): Promise<Response> {
      const response = await fetch(`${node.url}/v1/proofs${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { accept: `application/${type}`, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });
      expect(response.status, path).toBe(200);
      return response;
    }

    async function fetchBcs(path: string, body?: object): Promise<string> {
      return plain(new Uint8Array(await (await fetchAnswer(path, "x-bcs", body)).arrayBuffer()));
    }

    beforeAll(async () => {
      node = await openLocalNode();
      await node.fund();
      await node.fund();
      const roots = await (await fetchAnswer("/roots", "json")).json();
      const { version, accumulator_root } = roots as Record<string, string>;
      trust = { ledger_version: version!, accumulator_root: accumulator_root! };
      const keys = [
        frameworkKey("chain_id", "ChainId"),
        frameworkKey("block", "BlockResource"),
        frameworkKey("no_such", "Thing"),
        moduleKey(parseAddress("0x1"), "coin"),
        moduleKey(parseAddress("0xabc"), "absent"),
      ];
      asked = { keys: keys.map(formatHex), ledger_version: version! };
    });

    const atRoot = () => `ledger_version=${trust.ledger_version}&root_version=${trust.ledger_version}`;

    test("both accept what it proves, in JSON and BCS, and read the same", async () => {
      const witness = { ledger_version: trust.ledger_version };
      const view = { function: "0x1::chain_id::get", type_arguments: [], arguments: [] };
      const newest = `/transactions/${trust.ledger_version}?root_version=${trust.ledger_version}`;
      const parts = `${newest}&with_events=true&with_write_set=true`;
      const state = { keys: asked.keys };
      const verdicts = await judge([
        { ask: asked, trust, answer: await (await fetchAnswer(`/state?${atRoot()}`, "json", state)).json() },
        { ask: asked, trust, bcs: await fetchBcs(`/state?${atRoot()}`, state) },
        { ask: witness, trust, answer: await (await fetchAnswer(`/view?${atRoot()}`, "json", view)).json() },
        { ask: witness, trust, bcs: await fetchBcs(`/view?${atRoot()}`, view) },
        { ask: { transaction: trust.ledger_version }, trust, bcs: await fetchBcs(parts) },
        { ask: { transaction: trust.ledger_version }, trust, bcs: await fetchBcs(newest) },
      ]);
      for (const { ours, theirs, question } of verdicts) {
        expect(stepOf(theirs), JSON.stringify(question.ask)).toBe("accepted");
        expect(theirs).toEqual(ours);
      }
      const values = Object.values(("ok" in verdicts[0]!.theirs && verdicts[0]!.theirs.ok.values) || {});
      expect(values.filter((value) => value === null)).toHaveLength(2);
      expect(values).toContain("04");
      // A transaction in JSON is read by the other verifier alone: clients of ours ask for BCS.
      const [inJson] = await askVerifier([
        { ask: { transaction: trust.ledger_version }, trust, answer: await (await fetchAnswer(parts, "json")).json() },
      ]);
      expect(inJson).toEqual({ ok: { version: trust.ledger_version, parts: ["transaction", "events", "write_set"] } });
    });

    test("both refuse any changed bit, at the same step", async () => {
      const state = parseHex(await fetchBcs(`/state?${atRoot()}`, { keys: asked.keys }));
      const transaction = parseHex(
        await fetchBcs(`/transactions/${trust.ledger_version}?root_version=${trust.ledger_version}&with_events=true`),
      );
      const questions: VerifierQuestion[] = [];
      const flips = cases(60);
      for (const [honest, ask] of [
        [state, asked],
        [transaction, { transaction: trust.ledger_version }],
      ] as const) {
        for (let at = 0; at < honest.length; at += Math.ceil(honest.length / flips)) {
          const forged = honest.slice();
          forged[at]! ^= 1 << (at % 8);
          questions.push({ ask, trust, bcs: plain(forged) });
        }
      }
      const verdicts = await judge(questions);
      expect(verdicts.length).toBeGreaterThan(flips);
      for (const [i, { ours, theirs }] of verdicts.entries()) {
        expect(stepOf(ours), `flip ${i}`).not.toBe("accepted");
        expect(stepOf(theirs), `flip ${i}`).toBe(stepOf(ours));
      }
    });
  });
});
