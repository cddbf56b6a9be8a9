import { type LedgerReader, StateTree } from "@ledger/state-store";
import { formatHash } from "@ledger/types";

/** The result of comparing the state roots of a range of records with those in the state tree. */
export interface ComparedRoots {
  /** The first and last version whose roots were compared, decimal; absent if the tree covers none of them. */
  readonly from?: string;
  readonly to?: string;
  /** The first block whose record claims a root that the state does not have. */
  readonly different?: { readonly version: string; readonly recorded: string; readonly computed: string };
}

/**
 * Compares the state roots of blocks with those that the node computed. Execution cannot check a root, because it is not an output of the transaction.
 *
 * @throws StoreError `corrupt` for a tree that cannot be read
 */
export async function compareRoots(reader: LedgerReader, from: bigint, to: bigint): Promise<ComparedRoots> {
  const head = reader.tree && (await new StateTree(reader.tree, reader).head());
  if (head === undefined) return {};
  const { version, agreesSince, differs } = head;
  if (differs !== undefined && differs.version >= from && differs.version <= to) {
    const recorded = formatHash(differs.claimed);
    return { different: { version: `${differs.version}`, recorded, computed: formatHash(differs.computed) } };
  }
  const [first, last] = [from > agreesSince ? from : agreesSince, to < version ? to : version];
  return first > last ? {} : { from: `${first}`, to: `${last}` };
}

/** The same for people. */
export function rootsText({ from, to, different }: ComparedRoots): string {
  if (different !== undefined) {
    const { version, recorded, computed } = different;
    return `state roots  different at version ${version}: the record claims ${recorded}, the state has ${computed}`;
  }
  if (from === undefined) return "state roots  not compared: no state tree has them, 'proofs build' makes one";
  return `state roots  equal from version ${from} to ${to}`;
}
