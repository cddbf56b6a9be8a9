import { bytesToHex } from "@ledger/types";
import { shortAddress } from "../../src/address.ts";
import type { FunctionOutcome, ModuleName, VmError } from "../../src/index.ts";
import type { CallExpectation } from "./case-file.ts";

import { ledgerAbortCode } from "./port-codes.ts";

/** An outcome in the words of the cases, so that the two compare as text. */
export function describeOutcome(outcome: FunctionOutcome): string {
  if (outcome.kind === "failed") return describeError(outcome.error);
  const text = `returned [${outcome.results.map(({ bytes }) => bytesToHex(bytes)).join(", ")}]`;
  return outcome.mutated.length === 0
    ? text
    : `${text}, mutated [${outcome.mutated.map(({ bytes }) => bytesToHex(bytes)).join(", ")}]`;
}

/** What a case expects, in the same words. */
export function describeExpectation(expect: CallExpectation): string {
  const { returns = [], mut_refs = [], abort, failure } = expect;
  if (abort !== undefined) return `aborted with ${ledgerAbortCode(abort.module, abort.code)} in ${abort.module}`;
  if (failure?.module === undefined && failure !== undefined) return refused;
  if (failure !== undefined) {
    return `${failure.status} in ${failure.module}, function ${failure.function_index}, offset ${failure.code_offset}`;
  }
  const text = `returned [${returns.join(", ")}]`;
  return mut_refs.length === 0 ? text : `${text}, mutated [${mut_refs.join(", ")}]`;
}

/** Which status refuses a call before it runs is the recording chain's own affair. */
const refused = "refused before it ran";

function describeError(error: VmError): string {
  const { status, abortCode, location } = error;
  if (status === "ABORTED") return `aborted with ${abortCode} in ${moduleText(error.module)}`;
  if (error.module === undefined) return refused;
  return `${status} in ${moduleText(error.module)}, function ${location?.functionIndex}, offset ${location?.codeOffset}`;
}

function moduleText(module: ModuleName | "script" | undefined): string {
  if (module === undefined || module === "script") return "script";
  return `${shortAddress(module.address)}::${module.name}`;
}
