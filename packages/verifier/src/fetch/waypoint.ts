import { parseWaypoint } from "@ledger/types";
import { decodeLedgerStep } from "../ledger-step.ts";
import { VerificationError } from "../verification-error.ts";
import { NodeLags } from "./age.ts";
import { NodeReader, type Reach } from "./node-reader.ts";
import type { Trust, VouchedRoot } from "./trust.ts";
import { TrustedEpochs } from "./trusted-epochs.ts";

/** Keeps the epochs that were verified from one visit to the next, for example in `localStorage`. */
export interface TrustStore {
  /** Returns what was saved last; `undefined` where nothing was. */
  load(): Uint8Array | undefined | Promise<Uint8Array | undefined>;
  /** Keeps some bytes: of the network's validators, about a hundred each. */
  save(state: Uint8Array): void | Promise<void>;
}

/** Options of {@link waypoint}. */
export interface WaypointOptions extends Reach {
  /** Address of the API of a node that holds signed ledger infos. It need not be trusted. */
  readonly signed: string;
  /** Keeps verified epochs; each start follows them from the waypoint on when absent. */
  readonly store?: TrustStore | undefined;
  /**
   * Milliseconds in which one question begins steps along the epochs; 60,000 when absent. A question that has not come to the end by then
   * fails with `age`, and the next one continues from there.
   */
  readonly followMs?: number | undefined;
}

/** Most steps that one question follows: 64 epochs each, more than a year. */
const maxSteps = 100;

/** Most bytes of a step: nodes send one of 1 MiB, and one ledger info more. */
const maxStepBytes = 4 * 1024 * 1024;

/**
 * Trust in the validators of the network: from a waypoint on, those of each epoch sign who comes after them, and the root of the ledger.
 * Ship a recent waypoint: keys of validators that left long ago may be in anyone's hands. The curves are loaded with the first signature.
 *
 * @param text - `VERSION:HASH`, of genesis or of a later end of an epoch
 * @throws TypesError `invalid_waypoint`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/proofs.md#3 | Specification, proofs 3}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/proofs.md#4 | Specification, proofs 4}
 */
export function waypoint(text: string, { signed, store, followMs = 60_000, ...reach }: WaypointOptions): Trust {
  const trusted = parseWaypoint(text);
  const node = new NodeReader(signed, reach);
  let epochs: Promise<TrustedEpochs> | undefined;
  let advancing: Promise<void> | undefined;

  async function open(): Promise<TrustedEpochs> {
    return new TrustedEpochs(trusted, await store?.load());
  }

  async function advance(known: TrustedEpochs): Promise<void> {
    let isNew = false;
    const began = Date.now();
    try {
      for (let steps = 0; ; steps++) {
        const step = await askStep(node, known.since);
        const hasMoved = await known.accept(step);
        isNew ||= hasMoved;
        if (!step.more) return;
        if (!hasMoved) throw new VerificationError("signature", `${node.url} never comes to the end of its epochs`);
        // What was followed is kept, and the next question continues from there.
        if (steps === maxSteps || Date.now() - began >= followMs)
          throw new NodeLags(
            "age",
            `the epochs are known to version ${known.since - 1n}, and there are more: ask again`,
          );
      }
    } finally {
      if (isNew) await store?.save(known.save());
    }
  }

  return {
    async root(version): Promise<VouchedRoot> {
      epochs ??= open();
      // What could not be loaded is tried again.
      epochs.catch(() => {
        epochs = undefined;
      });
      const known = await epochs;
      // Questions at the same time would follow the same epochs.
      advancing ??= advance(known).finally(() => {
        advancing = undefined;
      });
      await advancing;
      const root = known.rootAt(version);
      if (root === undefined)
        throw new NodeLags("age", `no signed ledger info at or below version ${version} is known`);
      return { ...root, restsOn: `signatures of epoch ${known.epoch} of the network, from waypoint ${text}` };
    },
  };
}

async function askStep(node: NodeReader, since: bigint) {
  const headers = { accept: "application/x-bcs" };
  const { status, body } = await node.ask(`/proofs/ledger?since=${since}`, { headers }, maxStepBytes);
  if (status === 200) return decodeLedgerStep(body);
  throw new VerificationError("signature", `${node.url} has no signed ledger infos (status ${status})`);
}
