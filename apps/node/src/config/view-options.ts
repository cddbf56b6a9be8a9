import type { ApiConfig } from "@ledger/api-core";
import { InvalidArgumentError, Option } from "commander";
import { listOption } from "./list-option.ts";

/** The view functions that clients may run, and their gas. Plain data: it crosses process boundaries. */
export interface ViewOptions {
  /** Most gas units that a view function may use. */
  readonly maxViewGas: number;
  /** Only these may be called, where there are any. */
  readonly viewAllow: readonly string[];
  /** None of these may be called. */
  readonly viewBlock: readonly string[];
}

/** Parses gas units, at least 1. @throws InvalidArgumentError */
export function parseGasUnits(text: string): number {
  const units = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (units < 1) throw new InvalidArgumentError("expected gas units, 1 to 999999999.");
  return units;
}

/** Parses `0x1::coin::balance`, `0x1::coin` or `0x1`. @throws InvalidArgumentError */
export function parseCode(text: string): string {
  const [, digits, rest] = /^0x([0-9a-fA-F]{1,64})((?:::[A-Za-z_][A-Za-z0-9_$]*){0,2})$/.exec(text) ?? [];
  if (digits === undefined) {
    throw new InvalidArgumentError("expected an account, module or function, such as 0x1::coin::balance.");
  }
  const account = digits.replace(/^0+/, "").toLowerCase() || "0";
  return `0x${account}${rest}`;
}

/** The options about view functions. */
export function viewOptions(): Option[] {
  return [
    new Option("--max-view-gas <units>", "maximum gas units of a view function")
      .env("LEDGER_MAX_VIEW_GAS")
      .argParser(parseGasUnits)
      .default(2_000_000),
    listOption(
      "--view-allow <code>",
      "account, module or function whose views may be called; all others are refused",
      parseCode,
    )
      .env("LEDGER_VIEW_ALLOW")
      .default([], "all"),
    listOption("--view-block <code>", "account, module or function whose views may not be called", parseCode)
      .env("LEDGER_VIEW_BLOCK")
      .default([], "none"),
  ];
}

/** The same as settings of the API. */
export function viewSettings({
  maxViewGas,
  viewAllow,
  viewBlock,
}: ViewOptions): Pick<ApiConfig, "maxViewGas" | "viewFilter"> {
  return { maxViewGas, viewFilter: { allow: viewAllow, block: viewBlock } };
}
