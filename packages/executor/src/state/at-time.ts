import { bytesEqual, CurrentTimeMicroseconds, frameworkKey, type StateItem, type StateView } from "@ledger/types";

const timeKey = frameworkKey("timestamp", "CurrentTimeMicroseconds");

/**
 * A state as code sees it at another time, such as that of the block that is made next.
 *
 * @param microseconds - since the Unix epoch
 */
export function atTime(state: StateView, microseconds: bigint): StateView {
  const bytes = CurrentTimeMicroseconds.encode({ microseconds });
  const setTime = (item: StateItem | undefined): StateItem | undefined => item && { ...item, bytes };
  return {
    get(key) {
      const found = state.get(key);
      if (!bytesEqual(key, timeKey)) return found;
      return found instanceof Promise ? found.then(setTime) : setTime(found);
    },
  };
}
