import { describeAbortCode, type ErrorDescription } from "@ledger/move";
import type { AbortInfo } from "@ledger/types";

/** The facts that the description of an abort is made of. */
export interface AbortInput {
  /** The error map of the aborting module; undefined for a script. */
  readonly errorMap: ReadonlyMap<bigint, ErrorDescription> | undefined;
  readonly code: bigint;
  /** The message that was given with the code. */
  readonly message?: string | undefined;
  /** True if binary format 10 is on: then whole codes are looked up first, and messages count. */
  readonly hasMessages: boolean;
}

/**
 * The name and description of an abort, as they become part of a transaction's status.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#6.3 | Specification, virtual machine 6.3}
 */
export function abortInfo({ errorMap, code, message, hasMessages }: AbortInput): AbortInfo | undefined {
  const entry = hasMessages ? describeAbortCode(errorMap, code) : (errorMap?.get(code & 0xfffn) ?? errorMap?.get(code));
  const own = hasMessages ? message : undefined;
  if (entry === undefined && own === undefined) return undefined;
  return { reasonName: entry?.codeName ?? "", description: own ?? entry?.codeDescription ?? "" };
}
