import type { UpstreamEvent } from "@ledger/sync";

/** A wait for an upstream that is worth a word, milliseconds. */
const longPause = 5_000;

/** Time before the same is said of an upstream again, milliseconds. */
const silence = 30_000;

/** Puts faults of upstreams in words: each at once, and the same fault of the same upstream only now and then. */
export function reportUpstreams(
  say: (text: string) => void,
  now: () => number = () => performance.now(),
): (event: UpstreamEvent) => void {
  const last = new Map<string, { readonly fault: string; readonly time: number }>();
  return ({ kind, upstream, reason, version, waitMs = 0 }) => {
    const fault = `${kind} ${reason}`;
    const time = now();
    const said = last.get(upstream);
    if (said?.fault === fault && time - said.time < silence) return;
    last.set(upstream, { fault, time });
    const pause = waitMs < longPause ? "" : `; pausing requests for ${Math.round(waitMs / 1_000)} s`;
    say(`upstream ${upstream} ${kind.replaceAll("_", " ")} at version ${version}: ${reason}${pause}`);
  };
}
