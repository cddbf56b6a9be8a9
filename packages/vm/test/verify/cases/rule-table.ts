import { fileURLToPath } from "node:url";
import type { VerifierCase } from "./case.ts";
import { isReadable } from "./compare-cases.ts";

/** The page that lists the rules. */
export const rulesPage = fileURLToPath(new URL("../README.md", import.meta.url));

interface Row {
  readonly rule: string;
  readonly accepted: number;
  readonly refused: number;
  /** Cases that a real machine can be asked about. */
  readonly asked: number;
}

function rowOf(rule: string, cases: readonly VerifierCase[]): Row {
  const accepted = cases.filter(({ status }) => status === "accepted").length;
  return { rule, accepted, refused: cases.length - accepted, asked: cases.filter(isReadable).length };
}

/** The page: each rule of the sheet on the verifier, and what proves it. */
export function rulesText(cases: readonly VerifierCase[]): string {
  const rows = [...Map.groupBy(cases, ({ rule }) => rule)].map(([rule, all]) => rowOf(rule, all));
  const alone = rows.filter(({ asked }) => asked === 0);
  return [
    "# Rules of the verifier, and their tests",
    "",
    "Written by `vitest -u` from the cases; `sheet-vectors.test.ts` runs them, and fails where this page is not that of the cases.",
    "",
    "A rule is named by its section of the sheet on the verifier. Its cases are lines of [vectors/rules.jsonl](vectors/rules.jsonl), made by the files",
    "of [cases](cases). The last column counts those that a real machine of October 2024 can read (formats up to 7, no flags of a ledger, no",
    "script, no other modules): `MOVE_NATIVE_DIR=… pnpm check vm --rules` asks it.",
    "",
    "| Rule | Accepted | Refused | Asked of a real machine |",
    "|---|---|---|---|",
    ...rows.map(({ rule, accepted, refused, asked }) => `| ${rule} | ${accepted} | ${refused} | ${asked} |`),
    "",
    "Proved elsewhere: the budgets of complexity and metadata (13) by `cost.test.ts`, circles of modules (11) by `definitions.test.ts`, dates of",
    "limits (2) and of function types (7.1) by `limits.test.ts`, native functions (10), friends and the order of a bundle (11) by",
    "`executor/test/publish/bundle.test.ts`, compatibility (11.1) by `executor/test/publish/vectors/compatibility.jsonl`, the order of visits (9.7) by",
    "`real-verdicts.test.ts`, no false refusals by `published-code.whole.test.ts`: every module of the published geneses.",
    "",
    "The real machine decides otherwise on ten cases, for its age and its settings: its limits of tables are those of strict bounds before they were",
    "revised, results and levels of types have none, its meter ends at 8,000,000, and an element may be read while another may be written",
    "(9.5 VecImmBorrow). Where parts of a reference are put in order (9.5 ways), it does so by the field handles of the module, not by the fields.",
    "",
    "## Rules that nothing but the sheet proves",
    "",
    "No real machine can be asked about them:",
    "",
    ...alone.map(({ rule }) => `- ${rule}`),
    "- 12 the limit, and rounding (a module may take 8,000,000 units of the real machine, where nothing is rounded: at that limit it is asked about the charges)",
    "- 11.1 compatibility",
    "- 13 budgets",
    "",
  ].join("\n");
}
