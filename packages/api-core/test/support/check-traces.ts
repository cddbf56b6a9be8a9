import type { Api } from "../../src/index.ts";
import { ask, jsonOf } from "./ask.ts";

/** What traces of a ledger have shown. */
export interface TraceReport {
  /** User transactions that were executed again. */
  readonly traced: number;
  /** Those of them that failed when they were committed. */
  readonly failed: number;
  readonly faults: readonly string[];
}

interface CommittedJson {
  readonly type: string;
  readonly version: string;
  readonly success: boolean;
  readonly gas_used: string;
}

interface TraceJson {
  readonly gas_used: string;
  readonly gas_scale: string;
  readonly is_same: boolean;
  readonly trace: string;
}

/** Traces every user transaction of a ledger: it has to do the same again, and the gas of its trace has to add up to what was used. */
export async function checkTraces(api: Api): Promise<TraceReport> {
  const faults: string[] = [];
  let traced = 0;
  let failed = 0;
  for await (const { version, gas_used: gasUsed, success } of userTransactions(api)) {
    const response = await ask(api, "get_trace", { params: { txn_version: version }, query: { format: "folded" } });
    traced++;
    if (!success) failed++;
    if (response.status !== 200) {
      faults.push(`version ${version}: status ${response.status}`);
      continue;
    }
    const { gas_used, gas_scale, is_same: isSame, trace } = jsonOf(response) as TraceJson;
    const sum = trace.split("\n").reduce((all, line) => all + BigInt(line.slice(line.lastIndexOf(" ") + 1)), 0n);
    const used = BigInt(gasUsed) * BigInt(gas_scale);
    if (sum !== used) faults.push(`version ${version}: the trace adds up to ${sum} of ${used}`);
    if (gas_used !== gasUsed || !isSame)
      faults.push(`version ${version}: it did something else (gas ${gas_used} of ${gasUsed})`);
  }
  return { traced, failed, faults };
}

async function* userTransactions(api: Api): AsyncGenerator<CommittedJson> {
  for (let start = 0n; ; start += 100n) {
    const response = await ask(api, "get_transactions", { query: { start: `${start}`, limit: "100" } });
    const page = jsonOf(response) as readonly CommittedJson[];
    yield* page.filter(({ type }) => type === "user_transaction");
    if (page.length < 100) return;
  }
}
