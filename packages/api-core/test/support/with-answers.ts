import type { LedgerReader } from "@ledger/state-store";

/** A store with some answers of its own, and those of another one elsewhere. */
export function withAnswers(store: LedgerReader, answers: Partial<LedgerReader>): LedgerReader {
  return new Proxy(store, {
    get(target, name) {
      const found: unknown = Reflect.get(answers, name) ?? Reflect.get(target, name);
      return typeof found === "function" ? found.bind(target) : found;
    },
  });
}
