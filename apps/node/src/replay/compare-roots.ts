import { type LedgerReader, StateTree } from "@ledger/state-store";
import { formatHash } from "@ledger/types";

/** The state roots of a range of records, next to those that this folder's state tree has. */
export interface ComparedRoots {
  /** First and last version between which all roots were compared, decimal; absent where no tree has any of them. */
  readonly from?: string;
  readonly to?: string;
  /** The first block whose record claims a root that the state does not have. */
  readonly different?: { readonly version: string; readonly recorded: string; readonly computed: string };
}

/**
 * Compares the state roots of blocks with those that the node computed. A root is no output of its transaction: execution says nothing of it.
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
