import { decodeModule, MoveError } from "@ledger/move";
import type { NativeMachine } from "../../mutants/native-machine.ts";
import type { VerifierCase } from "./case.ts";
import { chargeCases } from "./cost.ts";

/** The newest format that the real machine reads. */
const maxVersion = 7;
/** Units that a module may take there: a tenth of the ledger's. */
const meterLimit = 8_000_000;

/** How the real machine decides on the cases of a rule. */
export interface RuleReport {
  readonly rule: string;
  /** Cases with the same verdict. */
  readonly same: number;
  readonly differences: readonly string[];
}

/**
 * Has a real machine decide on the cases that it can read. Rules of which it reads none are left out. It is asked about the charges of the
 * meter at its own limit.
 */
export async function compareCases(cases: readonly VerifierCase[], native: NativeMachine): Promise<RuleReport[]> {
  const reports: RuleReport[] = [];
  const charges = chargeCases(meterLimit);
  const asked = [...cases.filter(({ rule }) => rule !== charges[0]!.rule), ...charges];
  for (const [rule, all] of Map.groupBy(asked, (one) => one.rule)) {
    let same = 0;
    const differences: string[] = [];
    for (const one of all.filter(isReadable)) {
      const { status } = await native.verdict("0xbad::m", one.bytes);
      const verdict = status ?? "accepted";
      if (verdict === one.status) same++;
      else differences.push(`${one.what}: ${one.status}, the real machine: ${verdict}`);
    }
    if (same + differences.length > 0) reports.push({ rule, same, differences });
  }
  return reports;
}

/** True for a case that the real machine can be asked about. Scripts are not loaded, flags of ledgers are none of the real machine, and it remembers what it has linked. */
export function isReadable({ bytes, isScript, features, day, others }: VerifierCase): boolean {
  if (isScript || features !== undefined || day !== undefined || others !== undefined) return false;
  try {
    return decodeModule(bytes).version <= maxVersion;
  } catch (error) {
    if (!(error instanceof MoveError)) throw error;
    return true;
  }
}
