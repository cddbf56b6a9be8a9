import {
  decodeStateKey,
  describeStateKey,
  formatHash,
  formatHex,
  parseHash,
  parseHex,
  TypesError,
} from "@ledger/types";
import {
  decodeStateAnswer,
  readStateAnswerJson,
  type StateAnswer,
  type TrustedRoot,
  VerificationError,
  verifyState,
} from "@ledger/verifier";

/** Characters of an answer, at most: a node answers for a thousand keys. */
const longest = 4_000_000;

/** A value of an answer. */
export interface ProvedValue {
  /** In words: `resource 0x1::coin::CoinInfo of 0x1`. */
  readonly key: string;
  /** BCS of the state value in hex; absent where the key is shown to be absent. */
  readonly value: string | undefined;
}

/** An answer and what came of it. */
export type ProofInspection =
  | { readonly kind: "verified" | "read"; readonly message: string; readonly values: readonly ProvedValue[] }
  | { readonly kind: "refused"; readonly message: string };

/**
 * Checks an answer of `/proofs/state`.
 *
 * @param text - of the answer: its JSON, or its BCS in hex
 * @param root - what is trusted, `VERSION:HASH`: a ledger version and the root of the accumulator there; empty to look only
 */
export function inspectProof(text: string, root: string): ProofInspection {
  if (text.trim() === "") return { kind: "refused", message: "there is no answer yet" };
  if (text.length > longest) return { kind: "refused", message: `an answer has at most ${longest} characters` };
  try {
    const answer = readAnswer(text.trim());
    const values = answer.entries.map(({ key, value }) => ({
      key: describeStateKey(decodeStateKey(key)),
      value: value && formatHex(value),
    }));
    const { version } = answer;
    if (root.trim() === "") {
      return {
        kind: "read",
        message: `version ${version}, and nothing is proved yet: name a root that you trust`,
        values,
      };
    }
    const { stateRoot } = verifyState(answer, { version }, readRoot(root.trim()));
    return { kind: "verified", message: `verified at version ${version}: state root ${formatHash(stateRoot)}`, values };
  } catch (error) {
    if (error instanceof VerificationError) return { kind: "refused", message: `not verified: ${error.message}` };
    if (error instanceof TypesError || error instanceof SyntaxError) return { kind: "refused", message: error.message };
    throw error;
  }
}

function readAnswer(text: string): StateAnswer {
  return text.startsWith("{") ? readStateAnswerJson(JSON.parse(text)) : decodeStateAnswer(parseHex(text));
}

function readRoot(text: string): TrustedRoot {
  const [, version, hash = ""] = /^(\d{1,20}):(\S+)$/.exec(text) ?? [];
  if (version === undefined) throw new SyntaxError("a root is VERSION:HASH");
  return { ledgerVersion: BigInt(version), accumulatorRoot: parseHash(hash) };
}
