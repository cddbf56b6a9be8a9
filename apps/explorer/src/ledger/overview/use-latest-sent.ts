import { useEffect, useRef, useState } from "preact/hooks";
import type { LedgerInfo, Transaction } from "../../api/answers.ts";
import { readBack, readVersions } from "../transaction/read-back.ts";
import { isSystem } from "../transaction/transaction-kind.ts";

/** Transactions that are kept, and versions that are read at a time to follow the head. */
const most = 7;
const page = 100n;

/** The latest transactions that accounts sent. */
export interface LatestSent {
  /** The newest first. */
  readonly sent: readonly Transaction[];
  readonly busy: boolean;
}

/** Looks back once, then reads only what has come since. The view keeps room for it and does not wait. */
export function useLatestSent(info: LedgerInfo): LatestSent {
  const seen = useRef<bigint>(undefined);
  const [state, setState] = useState<LatestSent>({ sent: [], busy: true });
  const head = BigInt(info.ledger_version);
  useEffect(() => {
    const stop = new AbortController();
    const from = seen.current;
    const isFresh = from === undefined || head < from || head - from > page;
    const reading = isFresh
      ? readBack(head, BigInt(info.oldest_ledger_version), { kind: "user" }, stop.signal).then(
          ({ transactions }) => transactions,
        )
      : from === head
        ? Promise.resolve([])
        : readVersions(from + 1n, head, stop.signal).then((read) => read.filter((one) => !isSystem(one)).toReversed());
    void reading.then(
      (found) => {
        if (stop.signal.aborted) return;
        seen.current = head;
        setState(({ sent }) => ({ sent: [...found, ...(isFresh ? [] : sent)].slice(0, most), busy: false }));
      },
      // The next head tries again.
      () => undefined,
    );
    return () => stop.abort();
  }, [info.ledger_version]);
  return state;
}
