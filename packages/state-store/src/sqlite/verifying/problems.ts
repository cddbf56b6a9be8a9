import type { Database } from "better-sqlite3";
import type { VerifyProblem } from "../../port.ts";
import { StoreError } from "../../store-error.ts";

/** Most examples reported of one broken rule. */
export const examples = 5;

/** Collects what a verification finds: of each rule some examples. */
export class Problems {
  readonly found: VerifyProblem[] = [];
  readonly #counts = new Map<string, number>();

  add(rule: string, detail: string): void {
    const count = (this.#counts.get(rule) ?? 0) + 1;
    this.#counts.set(rule, count);
    if (count <= examples) this.found.push({ rule, detail });
  }

  /** Runs a query that answers with what breaks a rule, one text a row. */
  query(database: Database, rule: string, sql: string): void {
    for (const detail of database.prepare<[], string>(`${sql} limit ${examples}`).pluck().all()) this.add(rule, detail);
  }

  /** Runs a check of one row; what it throws as `corrupt` is what breaks the rule. */
  check(rule: string, where: string, check: () => void): void {
    try {
      check();
    } catch (error) {
      if (!(error instanceof StoreError || error instanceof RangeError)) throw error;
      this.add(rule, `${where}: ${error.message}`);
    }
  }
}
