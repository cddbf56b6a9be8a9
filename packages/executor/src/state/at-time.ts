import { bytesEqual, CurrentTimeMicroseconds, frameworkKey, type StateItem, type StateView } from "@ledger/types";

const timeKey = frameworkKey("timestamp", "CurrentTimeMicroseconds");

/**
 * A state as code sees it at another time, such as that of the block that is made next.
 *
 * @param microseconds - since the Unix epoch
 * @param onRead - called whenever code asks for the time
 */
export function atTime(state: StateView, microseconds: bigint, onRead?: () => void): StateView {
  const bytes = CurrentTimeMicroseconds.encode({ microseconds });
  const setTime = (item: StateItem | undefined): StateItem | undefined => item && { ...item, bytes };
  return {
    get(key) {
      const found = state.get(key);
      if (!bytesEqual(key, timeKey)) return found;
      onRead?.();
      return found instanceof Promise ? found.then(setTime) : setTime(found);
    },
  };
}
