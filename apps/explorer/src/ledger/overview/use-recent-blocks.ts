import { useEffect, useRef, useState } from "preact/hooks";
import type { Block } from "../../api/answers.ts";
import { type ApiFailure, toFailure } from "../../api/failure.ts";
import { node } from "../../api/node.ts";

/** Blocks that are shown. */
const shown = 48;

/** The latest blocks up to a height, ascending. */
export interface RecentBlocks {
  readonly blocks: readonly Block[];
  readonly failure: ApiFailure | undefined;
}

/**
 * Follows a height: reads only blocks that are not known yet. A committed block never changes.
 *
 * @param height - the last block to show; `undefined` while it is not known
 * @param oldest - the oldest block that the node keeps
 */
export function useRecentBlocks(height: string | undefined, oldest: string | undefined): RecentBlocks {
  const known = useRef(new Map<number, Block>());
  const [state, setState] = useState<RecentBlocks>({ blocks: [], failure: undefined });
  useEffect(() => {
    if (height === undefined) return;
    const last = Number(height);
    const first = Math.max(last - shown + 1, Number(oldest ?? 0), 0);
    const stop = new AbortController();
    const show = (failure?: ApiFailure): void => {
      for (const key of known.current.keys()) if (key < first - shown) known.current.delete(key);
      const blocks = [...known.current.values()].filter(
        ({ block_height: at }) => Number(at) >= first && Number(at) <= last,
      );
      blocks.sort((a, b) => Number(a.block_height) - Number(b.block_height));
      setState({ blocks, failure });
    };
    const read = async (): Promise<void> => {
      const missing: number[] = [];
      for (let at = last; at >= first; at--) if (!known.current.has(at)) missing.push(at);
      const results = await Promise.allSettled(
        missing.map(async (at) => {
          const { value } = await node.call("get_block_by_height", {
            params: { block_height: at },
            signal: stop.signal,
          });
          known.current.set(at, value);
        }),
      );
      if (stop.signal.aborted) return;
      // Old blocks may be pruned while they are asked for; that is no fault as long as there are others.
      const failed = results.find((result) => result.status === "rejected");
      show(failed !== undefined && known.current.size === 0 ? toFailure(failed.reason) : undefined);
    };
    // Blocks are many, and below the first screen: what it shows is asked for before them.
    const timer = setTimeout(read, 0);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [height, oldest === undefined]);
  return state;
}
