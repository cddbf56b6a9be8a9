import { threadTime } from "@ledger/kit";

/** Lets other questions have their turn, see `TimeShare.giveWay`. */
export function giveWay(question: AbortSignal): Promise<void> | undefined {
  return threadTime.giveWay(question);
}
