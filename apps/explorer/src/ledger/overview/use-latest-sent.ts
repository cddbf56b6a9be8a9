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
  const life = useRef<AbortController>(undefined);
  const isReading = useRef(false);
  const [round, setRound] = useState(0);
  const [state, setState] = useState<LatestSent>({ sent: [], busy: true });
  useEffect(() => {
    const stop = new AbortController();
    life.current = stop;
    return () => stop.abort();
  }, []);
  const head = BigInt(info.ledger_version);
  useEffect(() => {
    const { signal } = life.current ?? {};
    const from = seen.current;
    // The next head does not end a read: on a slow line none would ever end.
    if (signal === undefined || isReading.current || from === head) return;
    isReading.current = true;
    const isFresh = from === undefined || head < from || head - from > page;
    const reading = isFresh
      ? readBack(head, BigInt(info.oldest_ledger_version), { kind: "user" }, signal).then(
          ({ transactions }) => transactions,
        )
      : readVersions(from + 1n, head, signal).then((read) => read.filter((one) => !isSystem(one)).toReversed());
    const take = (found: readonly Transaction[]): void => {
      if (signal.aborted) return;
      seen.current = head;
      setState(({ sent }) => ({ sent: [...found, ...(isFresh ? [] : sent)].slice(0, most), busy: false }));
      // The head may have moved meanwhile.
      setRound((last) => last + 1);
    };
    // Where it failed, the next head tries again.
    const end = (): void => {
      isReading.current = false;
    };
    void reading.finally(end).then(take, () => undefined);
  }, [info.ledger_version, round]);
  return state;
}
