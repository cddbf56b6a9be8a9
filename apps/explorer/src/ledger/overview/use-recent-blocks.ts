import { useEffect, useRef, useState } from "preact/hooks";
import type { Block } from "../../api/answers.ts";
import { type ApiFailure, toFailure } from "../../api/failure.ts";
import { node } from "../../api/node.ts";
import { liveLedger } from "../../version/live-ledger.ts";

/** Blocks that are shown. */
const shown = 48;

/** The latest blocks up to a height, ascending. */
export interface RecentBlocks {
  readonly blocks: readonly Block[];
  readonly failure: ApiFailure | undefined;
}

/**
 * Follows a height: reads only blocks that are not known yet, and were not streamed. A committed block never changes.
 *
 * @param height - the last block to show; `undefined` while it is not known
 * @param oldest - the oldest block that the node keeps
 */
export function useRecentBlocks(height: string | undefined, oldest: string | undefined): RecentBlocks {
  const known = useRef(new Map<number, Block>());
  const asked = useRef(new Set<number>());
  const highest = useRef(0);
  const life = useRef<AbortController>(undefined);
  const [state, setState] = useState<RecentBlocks>({ blocks: [], failure: undefined });
  useEffect(() => {
    const stop = new AbortController();
    life.current = stop;
    return () => stop.abort();
  }, []);
  useEffect(() => {
    if (height === undefined) return;
    const last = Number(height);
    // A ledger that has begun again has other blocks at the same heights.
    if (last < highest.current) known.current = new Map();
    highest.current = last;
    for (const [at, block] of liveLedger.blocks) known.current.set(at, block);
    const first = Math.max(last - shown + 1, Number(oldest ?? 0), 0);
    const show = (failure?: ApiFailure): void => {
      for (const key of known.current.keys()) if (key < first - shown) known.current.delete(key);
      const kept = [...known.current.values()].filter(
        ({ block_height: at }) => Number(at) >= first && Number(at) <= highest.current,
      );
      kept.sort((a, b) => Number(a.block_height) - Number(b.block_height));
      setState({ blocks: kept, failure });
    };
    const blocks = known.current;
    const readBlock = async (at: number): Promise<void> => {
      asked.current.add(at);
      try {
        const { signal } = life.current ?? {};
        const { value } = await node.call("get_block_by_height", { params: { block_height: at }, signal });
        blocks.set(at, value);
      } finally {
        asked.current.delete(at);
      }
    };
    // The next height does not end what was asked for: on a slow line nothing would ever come.
    const read = async (): Promise<void> => {
      const missing: number[] = [];
      for (let at = last; at >= first; at--) if (!known.current.has(at) && !asked.current.has(at)) missing.push(at);
      const results = await Promise.allSettled(missing.map(readBlock));
      if (life.current?.signal.aborted !== false || asked.current.size > 0) return;
      // Old blocks may be pruned while they are asked for; that is no fault as long as there are others.
      const failed = results.find((result) => result.status === "rejected");
      show(failed !== undefined && known.current.size === 0 ? toFailure(failed.reason) : undefined);
    };
    // Blocks are many, and below the first screen: what it shows is asked for before them.
    const timer = setTimeout(read, 0);
    return () => clearTimeout(timer);
  }, [height, oldest === undefined]);
  return state;
}
