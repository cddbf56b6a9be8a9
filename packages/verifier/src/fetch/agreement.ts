import { formatHash } from "@ledger/types";
import { VerificationError } from "../verification-error.ts";
import { NodeReader, type Reach } from "./node-reader.ts";
import { type NodeRoot, readNodeRoot } from "./node-root.ts";
import type { Trust, VouchedRoot } from "./trust.ts";

/** Options of {@link agreement}. */
export interface AgreementOptions extends Reach {
  /** Addresses of the APIs of nodes that are run independently of each other. They need not keep proofs. */
  readonly nodes: readonly string[];
  /** Nodes that have to say the same. */
  readonly need: number;
}

/** A node, and its answer or why it has none. */
type Voice = { readonly node: NodeReader } & (
  | { readonly root: NodeRoot }
  | { readonly root: undefined; readonly fault: string }
);

/**
 * Trust in several nodes of which some number says the same: a lie takes that many operators together. Two spellings of an address
 * are one node; that two names lead to one operator cannot be seen.
 *
 * @throws RangeError where `need` is not between 1 and the number of different nodes; TypeError for what is no absolute address
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/proofs.md#4 | Specification, proofs 4}
 */
export function agreement({ nodes, need, ...reach }: AgreementOptions): Trust {
  const readers = [...new Set(nodes.map(normalize))].map((url) => new NodeReader(url, reach));
  if (!(Number.isInteger(need) && need >= 1 && need <= readers.length))
    throw new RangeError(`need is ${need}, of ${readers.length} different nodes`);
  return {
    async root(version) {
      const voices = await Promise.all(readers.map((node) => hear(node, version)));
      const answered = voices.filter((voice) => voice.root !== undefined);
      if (answered.length < need) {
        throw new VerificationError("agreement", `${answered.length} nodes answer, ${need} have to: ${tell(voices)}`);
      }
      // Nodes are not all equally far. A version that enough of them have is one that enough of them can be asked for.
      const versions = answered.map(({ root }) => root.ledgerVersion).sort((a, b) => (a < b ? 1 : -1));
      const tried = new Set(versions.slice(need - 1));
      let last = answered;
      for (const candidate of tried) {
        const asked = answered.filter(({ root }) => root.ledgerVersion >= candidate);
        last = (
          await Promise.all(
            asked.map((voice) => (voice.root.ledgerVersion === candidate ? voice : hear(voice.node, candidate))),
          )
        ).filter((voice) => voice.root !== undefined);
        const agreed = findAgreement(last, need, readers.length);
        if (agreed !== undefined) return agreed;
      }
      throw new VerificationError("agreement", `no ${need} of ${readers.length} nodes agree: ${tell(last)}`);
    },
  };
}

/** One spelling of an address. @throws TypeError for what is none */
function normalize(url: string): string {
  // The package is compiled without DOM and Node types.
  const { URL: Url } = globalThis as unknown as {
    readonly URL: new (text: string) => { readonly href: string; hostname: string };
  };
  const parsed = new Url(url);
  // A name with the root's dot is the same name.
  parsed.hostname = parsed.hostname.replace(/\.$/, "");
  return parsed.href.replace(/\/+$/, "");
}

async function hear(node: NodeReader, version: bigint | undefined): Promise<Voice> {
  try {
    return { node, root: await readNodeRoot(node, version) };
  } catch (error) {
    return { node, root: undefined, fault: error instanceof Error ? error.message : String(error) };
  }
}

function findAgreement(
  voices: readonly Extract<Voice, { root: NodeRoot }>[],
  need: number,
  of: number,
): VouchedRoot | undefined {
  const groups = voices.map(({ root }) => voices.filter((other) => nameOf(other.root) === nameOf(root)));
  const agreed = groups.find((group) => group.length >= need);
  if (agreed === undefined) return undefined;
  const names = agreed.map(({ node }) => node.url).join(", ");
  // As many as are needed vouch for the state from there on.
  const since = agreed.map(({ root }) => root.stateRootsSince ?? 0n).sort((a, b) => (a < b ? -1 : 1));
  return { ...agreed[0]!.root, stateRootsSince: since[need - 1], restsOn: `${agreed.length} of ${of} nodes: ${names}` };
}

function nameOf({ ledgerVersion, accumulatorRoot, timestampUsecs }: NodeRoot): string {
  return `version ${ledgerVersion} ${formatHash(accumulatorRoot)} at ${timestampUsecs}`;
}

function tell(voices: readonly Voice[]): string {
  return voices
    .map((voice) => `${voice.node.url}: ${voice.root === undefined ? voice.fault : nameOf(voice.root)}`)
    .join("; ");
}
