import type { Explanation } from "@ledger/bcs";

/** One line of an annotated tree. */
export interface ExplainedRow {
  readonly depth: number;
  readonly node: Explanation;
}

/** A tree as lines, in the order of its bytes. @param limit - lines at most */
export function explainedRows(
  root: Explanation,
  limit: number,
): { readonly rows: readonly ExplainedRow[]; readonly cut: boolean } {
  const rows: ExplainedRow[] = [];
  let cut = false;
  const add = (node: Explanation, depth: number): void => {
    if (rows.length >= limit) {
      cut = true;
      return;
    }
    rows.push({ depth, node });
    for (const child of node.children) {
      if (cut) return;
      add(child, depth + 1);
    }
  };
  add(root, 0);
  return { rows, cut };
}
