import { type Failure, functionText, type SourceLine } from "@ledger/vm";
import type { DebugOutput } from "@ledger/vm/natives";

/** A text that code printed, and the function that printed it. */
export interface PrintedText {
  /** `0xcafe::shop::buy`, or `script`. */
  readonly function: string;
  readonly text: string;
}

/** A failure of code, and the line that it came from where that is known. */
export interface FailedText {
  /** The innermost function; `undefined` where none had begun. */
  readonly function: string | undefined;
  readonly text: string;
  readonly place: SourceLine | undefined;
}

/** The output of a transaction's code, and how it failed, as the log shows them. */
export interface ShownRun {
  readonly prints: readonly PrintedText[];
  readonly failure: FailedText | undefined;
}

/** The prints of a transaction's code, and its failure. */
export interface RunNotes {
  readonly prints: readonly DebugOutput[];
  readonly failure: Failure | undefined;
}

/** Bounds of the output that is shown of one transaction: its author decides how much its code prints. */
const mostTexts = 100;
const longestText = 2_000;

/** Makes the notes of a transaction safe to show: without control characters for a terminal, and bounded. */
export function describeRun({ prints, failure }: RunNotes): ShownRun {
  return { prints: describePrints(prints), failure: failure && describeFailed(failure) };
}

function describePrints(prints: readonly DebugOutput[]): PrintedText[] {
  const shown = prints.slice(0, mostTexts).map(({ text, location }) => ({
    function: placeOf(location),
    text: safe(text),
  }));
  const left = prints.length - shown.length;
  return left === 0 ? shown : [...shown, { function: placeOf(prints.at(-1)!.location), text: `… and ${left} more` }];
}

/** An abort whose line is not known is described by the transaction's status already. */
function describeFailed({ kind, message, calls, place }: Failure): FailedText | undefined {
  if (kind === "abort" && place === undefined) return undefined;
  return {
    function: calls[0]?.function,
    text: safe(message),
    place: place && { file: safe(place.file), line: place.line, text: safe(place.text) },
  };
}

function placeOf(location: DebugOutput["location"]): string {
  return location === undefined ? "script" : functionText(location);
}

function safe(text: string): string {
  const short = text.length <= longestText ? text : `${text.slice(0, longestText)}…`;
  return short.replace(/\p{Cc}+/gu, " ");
}
