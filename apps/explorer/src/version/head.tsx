import { type ComponentChildren, createContext } from "preact";
import { useContext, useEffect, useMemo, useState } from "preact/hooks";
import type { LedgerInfo } from "../api/answers.ts";
import type { ApiFailure } from "../api/failure.ts";
import { node } from "../api/node.ts";
import { useAwaited } from "../loading/settle.tsx";
import { useLoad } from "../loading/use-load.ts";
import { type Live, type LiveBlock, liveLedger } from "./live-ledger.ts";

/** The head of the ledger. */
export interface Head {
  readonly info: LedgerInfo | undefined;
  readonly failure: ApiFailure | undefined;
}

const HeadContext = createContext<Head>({ info: undefined, failure: undefined });

/**
 * Milliseconds between two looks at the ledger: where the node streams nothing to this page, and where it does, since blocks do not tell the
 * epoch and the oldest version. Blocks are shown at once, or so much after the ones before.
 */
const [refresh, rest, pace] = [1_000, 15_000, 1_000];

/** The ledger's head, live. The view is not shown before it is known. */
export function useHead(): Head {
  const head = useContext(HeadContext);
  useAwaited(head.info !== undefined || head.failure !== undefined);
  return head;
}

/** Follows the ledger's head for the whole page: by a stream, or by looking where there is none. */
export function HeadProvider({ children }: { children: ComponentChildren }) {
  const { isLive, block } = useLive();
  const { value, failure } = useLoad(
    (signal) => node.call("get_ledger_info", { signal }),
    "head",
    isLive ? rest : refresh,
  );
  const head = useMemo(
    () => ({ info: value && atBlock(value.value, block), failure: isLive ? undefined : failure }),
    [value, block, isLive, failure],
  );
  return <HeadContext.Provider value={head}>{children}</HeadContext.Provider>;
}

/** A ledger's summary as it is after a block; as it was where that is no later one. */
function atBlock(info: LedgerInfo, block: LiveBlock | undefined): LedgerInfo {
  if (block === undefined || BigInt(block.last_version) <= BigInt(info.ledger_version)) return info;
  const { last_version: ledger_version, block_height, block_timestamp: ledger_timestamp } = block;
  return { ...info, ledger_version, block_height, ledger_timestamp };
}

/** The stream of the page, as often as a view can follow. */
function useLive(): Live {
  const [state, setState] = useState(liveLedger.state);
  useEffect(() => {
    let shown = Number.NEGATIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (): void => {
      timer = undefined;
      shown = performance.now();
      setState(liveLedger.state);
    };
    const stopListening = liveLedger.listen(() => {
      timer ??= setTimeout(show, Math.max(0, shown + pace - performance.now()));
    });
    const close = liveLedger.open();
    return () => {
      clearTimeout(timer);
      stopListening();
      close();
    };
  }, []);
  return state;
}
