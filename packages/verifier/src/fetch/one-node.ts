import { bytesEqual, formatHash } from "@ledger/types";
import { accumulatorRootAfter } from "../root-after.ts";
import { decodeTransactionAnswer } from "../transaction-answer.ts";
import { VerificationError } from "../verification-error.ts";
import { type TrustedRoot, verifyInfo } from "../verify-info.ts";
import { NodeLags } from "./age.ts";
import { NodeReader, type Reach } from "./node-reader.ts";
import { readNodeRoot } from "./node-root.ts";
import type { Trust } from "./trust.ts";

/**
 * Trust in one node: that of the user, which says the roots while any other node serves the data.
 *
 * @param url - address of its API
 */
export function roots(url: string, reach?: Reach): Trust {
  const node = new NodeReader(url, reach);
  return { root: async (version) => ({ ...(await readNodeRoot(node, version)), restsOn: `the roots of ${node.url}` }) };
}

/** Options of {@link firstUse}. */
export interface FirstUseOptions extends Reach {
  /** Address of the API of the node. It has to keep proofs. */
  readonly node: string;
  /** The root that was remembered last, below which it does not go back; what the node says first is believed when absent. */
  readonly known?: TrustedRoot | undefined;
  /** Called with each newer root, to be remembered until the next start. */
  readonly remember?: ((root: TrustedRoot) => void) | undefined;
}

/**
 * Trust in one node, which may not contradict itself: every later root must continue the ledger of the one before, which is proved. The
 * node cannot rewrite what it has said. What it adds is its word alone, on any day: no signature covers it.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/proofs.md#4 | Specification, proofs 4}
 */
export function firstUse({ node: url, known, remember, ...reach }: FirstUseOptions): Trust {
  const node = new NodeReader(url, reach);
  const restsOn = `the word of ${node.url}, which continues what it said first`;
  let newest = known;
  return {
    async root(version) {
      const next = await readNodeRoot(node, version);
      if (known !== undefined && next.ledgerVersion < known.ledgerVersion) {
        throw new NodeLags("age", `version ${next.ledgerVersion} is older than the remembered ${known.ledgerVersion}`);
      }
      // Another question may find a newer root meanwhile: both have to be of its ledger.
      for (let seen = newest; seen !== undefined; seen = newest) {
        await expectOneLedger(node, seen, next);
        if (seen === newest) break;
      }
      if (newest === undefined || next.ledgerVersion > newest.ledgerVersion) {
        newest = next;
        remember?.({ ledgerVersion: next.ledgerVersion, accumulatorRoot: next.accumulatorRoot });
      }
      return { ...next, restsOn };
    },
  };
}

/** Checks that of two roots the later one continues the earlier one. @throws VerificationError `agreement`, `accumulator` */
async function expectOneLedger(node: NodeReader, a: TrustedRoot, b: TrustedRoot): Promise<void> {
  const [older, newer] = a.ledgerVersion <= b.ledgerVersion ? [a, b] : [b, a];
  const { ledgerVersion: version } = older;
  if (version === newer.ledgerVersion) return expectRoot(older, newer, version);
  const { status, body } = await node.ask(`/proofs/transactions/${version}?root_version=${newer.ledgerVersion}`, {
    headers: { accept: "application/x-bcs" },
  });
  if (status !== 200) {
    throw new VerificationError(
      "agreement",
      `${node.url} does not prove that its ledger continues from version ${version}`,
    );
  }
  const { info } = decodeTransactionAnswer(body);
  verifyInfo(info, version, newer);
  expectRoot(older, { accumulatorRoot: accumulatorRootAfter(info, version) }, version);
}

function expectRoot(
  expected: TrustedRoot,
  { accumulatorRoot }: Pick<TrustedRoot, "accumulatorRoot">,
  version: bigint,
): void {
  if (bytesEqual(expected.accumulatorRoot, accumulatorRoot)) return;
  const was = formatHash(expected.accumulatorRoot);
  throw new VerificationError(
    "agreement",
    `version ${version} had the root ${was}, which the ledger does not have now`,
  );
}
