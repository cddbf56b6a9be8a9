import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bytesToHex, hexToBytes } from "@ledger/types";
import type { VerifierCase } from "./case.ts";

/** The cases as bytes, one a line: what other machines can be held to, and what the assembler may not change by mistake. */
const path = fileURLToPath(new URL("../vectors/rules.jsonl", import.meta.url));

/** A case as the file has it: bytes as hex. */
interface Line extends Omit<VerifierCase, "bytes" | "others"> {
  readonly others?: Readonly<Record<string, string>>;
  readonly bytes: string;
}

function lineOf({ bytes, others, ...rest }: VerifierCase): string {
  const hexed = others && Object.fromEntries(Object.entries(others).map(([name, code]) => [name, bytesToHex(code)]));
  const line: Line = { ...rest, ...(hexed && { others: hexed }), bytes: bytesToHex(bytes) };
  return JSON.stringify(line);
}

/** Cases as the text of the file. */
export function textOf(cases: readonly VerifierCase[]): string {
  return cases.map((one) => `${lineOf(one)}\n`).join("");
}

/** The text of the file. */
export function readVectors(): string {
  return readFileSync(path, "utf8");
}

/** Writes the file. */
export function writeVectors(cases: readonly VerifierCase[]): void {
  writeFileSync(path, textOf(cases));
}

/** The cases of the file. */
export function parseVectors(text: string): VerifierCase[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => {
      const { bytes, others, ...rest } = JSON.parse(line) as Line;
      const code = others && Object.fromEntries(Object.entries(others).map(([name, hex]) => [name, hexToBytes(hex)]));
      return { ...rest, ...(code && { others: code }), bytes: hexToBytes(bytes) };
    });
}
