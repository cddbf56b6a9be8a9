import { formatAddress, parseAddress } from "@ledger/types";
import type { DebugOutput } from "@ledger/vm/natives";

/** A text that code printed, and the function that printed it. */
export interface PrintedText {
  /** `0xcafe::shop::buy`, or `script`. */
  readonly function: string;
  readonly text: string;
}

/** Bounds of the output that is shown of one transaction: its author decides how much its code prints. */
const mostTexts = 100;
const longestText = 2_000;

/** The output of a transaction's code, made safe to show: without control characters for a terminal, and bounded. */
export function describePrints(prints: readonly DebugOutput[]): PrintedText[] {
  const shown = prints.slice(0, mostTexts).map(({ text, location }) => ({
    function: placeOf(location),
    text: shorten(text).replace(/\p{Cc}+/gu, " "),
  }));
  const left = prints.length - shown.length;
  return left === 0 ? shown : [...shown, { function: placeOf(prints.at(-1)!.location), text: `… and ${left} more` }];
}

function placeOf(location: DebugOutput["location"]): string {
  if (location?.module === undefined) return "script";
  const { address, name } = location.module;
  return `${formatAddress(parseAddress(address))}::${name}::${location.functionName}`;
}

function shorten(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText)}…`;
}
