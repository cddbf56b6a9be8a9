import type { DifferentRoot, TreeBuildProgress } from "@ledger/state-store";
import { formatHash } from "@ledger/types";
import { type Logger, say } from "../logger.ts";
import type { TreeEvent } from "../proving/tree-thread.ts";

/** Milliseconds between two lines about progress. */
const progressInterval = 10_000;

/** Texts for the phases of a build of the state tree. */
export const buildTexts: Readonly<Record<TreeBuildProgress["phase"], (done: bigint) => string>> = {
  state: (done) => `${done} items of the state read`,
  writes: (done) => `${done} newer versions read`,
  nodes: (done) => `${done} of 256 parts made`,
  records: (done) => `${done} versions added`,
};

/** False roots of which each has a line of its own. */
const namedRoots = 10;

/** Makes the log lines about the state tree. @param origin - where the records come from, and where the ledger is kept, for people */
export function reportTree(
  log: Logger,
  origin: { readonly source: string; readonly place: string },
): (event: TreeEvent) => void {
  let next = 0;
  let falseRoots = 0;
  let isReady = false;
  /** Returns true if it is time for another line. */
  const isDue = (): boolean => {
    const now = performance.now();
    if (now < next) return false;
    next = now + progressInterval;
    return true;
  };
  return (event) => {
    if (event.kind === "stalled") {
      const { reason } = event;
      if (reason === undefined) say(log, "info", { message: "proofs resumed", text: "proofs    resumed" });
      else say(log, "warn", { message: "proofs stalled", fields: { reason }, text: `proofs    stalled: ${reason}` });
    } else if (event.phase === "differs") {
      if (++falseRoots <= namedRoots) sayFalseRoot(log, event.root, origin);
    } else if (event.phase === "removed") {
      const { reason } = event;
      const text = `proofs    the state tree is made again: ${reason}`;
      say(log, "warn", { message: "state tree removed", fields: { reason }, text });
      isReady = false;
    } else if (event.phase === "building") {
      if (!isDue()) return;
      const { phase, done } = event.build;
      const text = `proofs    ${buildTexts[phase](done)}`;
      say(log, "info", { message: "building the state tree", fields: { phase, done }, text });
    } else {
      const { version, head } = event;
      if (version === undefined || head === undefined) return;
      const lag = head - version;
      log.debug({ version, lag }, "state tree grown");
      if (lag === 0n && !isReady) {
        isReady = true;
        const text = `proofs    state is proved up to version ${version}`;
        say(log, "info", { message: "state tree ready", fields: { version }, text });
      } else if (!isReady && isDue()) {
        const text = `proofs    version ${version}, ${lag} behind`;
        say(log, "info", { message: "state tree progress", fields: { version, lag }, text });
      }
    }
  };
}

/** A root that its state does not have, for people. @param source - who claims it */
export function describeFalseRoot({ version, claimed, computed }: DifferentRoot, source = "this ledger"): string {
  return `version ${version} of ${source} claims the state root ${formatHash(claimed)}, and its state has ${formatHash(computed)}`;
}

/** Names a root that its state does not have, who claims it, and how to go back to the last one that agrees. */
function sayFalseRoot(
  log: Logger,
  root: DifferentRoot,
  { source, place }: { readonly source: string; readonly place: string },
): void {
  const { version } = root;
  const cure = `ledger-node db copy --from ${place} --to NEW --before ${version}`;
  say(log, "error", {
    message: "state root differs",
    fields: { version, source, claimed: formatHash(root.claimed), computed: formatHash(root.computed), cure },
    text: [
      `roots     ${describeFalseRoot(root, source)}`,
      `          stop the node, go back to the last root that agrees with '${cure}', and follow another upstream`,
    ],
  });
}
