import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** A question about an answer with proofs: what was asked for, what is trusted, and the answer in JSON or BCS (hex). */
export interface VerifierQuestion {
  readonly ask:
    | {
        /** Encoded state keys, hex; absent for a witness, which may have any. */
        readonly keys?: readonly string[];
        readonly ledger_version: string;
        /** BCS of state values that the answer left out, hex. */
        readonly known?: readonly string[];
      }
    | { readonly transaction: string };
  readonly trust:
    | { readonly ledger_version: string; readonly accumulator_root: string }
    | { readonly epoch_state: string };
  readonly answer?: unknown;
  readonly bcs?: string;
}

/** A verdict: the proved values by their keys in hex, or the parts of a transaction; or the step that fails. */
export type VerifierVerdict =
  | {
      readonly ok: {
        readonly version: string;
        readonly values?: Readonly<Record<string, string | null>>;
        readonly parts?: readonly string[];
      };
    }
  | { readonly step: string; readonly reason: string };

const program = fileURLToPath(new URL("verifier/verify.py", import.meta.url));

/**
 * Asks the verifier by other hands, which is written in Python from the specification alone. It needs `python3`.
 *
 * @returns its verdicts, in the order of the questions
 * @throws Error where it fails, with what it wrote
 */
export async function askVerifier(questions: readonly VerifierQuestion[]): Promise<readonly VerifierVerdict[]> {
  const child = spawn("python3", ["-B", program], { stdio: "pipe" });
  const outcome = Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  // Where it ends early, its exit code and what it wrote say why.
  child.stdin.on("error", () => undefined);
  child.stdin.end(questions.map((question) => `${JSON.stringify(question)}\n`).join(""));
  const [output, faults, [code]] = await outcome;
  const verdicts = output.split("\n").slice(0, -1);
  if (code !== 0 || verdicts.length !== questions.length) throw new Error(`the verifier failed (${code}): ${faults}`);
  return verdicts.map((line) => JSON.parse(line) as VerifierVerdict);
}
