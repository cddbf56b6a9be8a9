/**
 * The time of a block that is made now: later than that of the block before, whatever the clock says.
 *
 * @param nowUsecs - time of the network
 * @param latestUsecs - time of the latest block
 * @returns microseconds since the Unix epoch, as the parameters
 */
export function nextBlockTime(nowUsecs: bigint, latestUsecs: bigint): bigint {
  return nowUsecs > latestUsecs ? nowUsecs : latestUsecs + 1n;
}
