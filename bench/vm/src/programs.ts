import { readFileSync } from "node:fs";
import { formatAddressLong, hexToBytes, parseAddress } from "@ledger/types";

/** A function of `programs/speed.move`, and how much it is asked to do. */
export interface Program {
  readonly name: string;
  /** Argument of the function. */
  readonly amount: number;
  /** Divisor of a time: the amount, or the calls that it leads to. */
  readonly units: number;
  /** The least ratio to the native machine that is wanted. */
  readonly target: number;
}

/** The programs, with the amounts that the native machine is given too. */
export const programs: readonly Program[] = [
  { name: "arith", amount: 1_000_000, units: 1_000_000, target: 1 },
  { name: "wide", amount: 1_000_000, units: 1_000_000, target: 1 },
  { name: "big", amount: 500_000, units: 500_000, target: 0.5 },
  { name: "huge", amount: 200_000, units: 200_000, target: 0.5 },
  { name: "vec", amount: 200_000, units: 200_000, target: 1 },
  { name: "structs", amount: 500_000, units: 500_000, target: 1 },
  { name: "fib", amount: 22, units: 57_313, target: 1 },
];

/** Address that the programs are published at. */
export const programAddress = formatAddressLong(parseAddress("0x42"));
export const programModule = "speed";

/** Their bytecode, as the native machine runs it. */
export function readBytecode(): Uint8Array {
  const file = JSON.parse(readFileSync(new URL("../programs/speed.json", import.meta.url), "utf8")) as {
    readonly modules: Readonly<Record<string, string>>;
  };
  return hexToBytes(file.modules["0x42::speed"]!);
}
