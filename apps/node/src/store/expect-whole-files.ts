import type { CheckPagesOptions } from "@ledger/state-store/sqlite";
import { fileNextTo, type StoreLocation } from "./location.ts";
import { indexFiles } from "./open-table-index.ts";
import { treeFile } from "./open-tree.ts";

/**
 * Looks at every page of a ledger's files, and of those that are derived from it. It is called before this process opens any of them.
 * Those that a node has open were looked at when it started; a server looks at its pages itself.
 *
 * @param options - without a cure: it depends on the file
 * @throws StoreError `corrupt` with the page, its table and the cure; the reason of the signal
 */
export async function expectWholeFiles(
  location: StoreLocation,
  which: "ledger" | "all",
  options: Omit<CheckPagesOptions, "cure">,
): Promise<void> {
  if (location.kind !== "sqlite") return;
  const { expectWholePages } = await import("@ledger/state-store/sqlite");
  await expectWholePages(location.path, options);
  if (which === "ledger") return;
  for (const derived of [treeFile(location), ...indexFiles.map((name) => fileNextTo(location, name))]) {
    await expectWholePages(derived, { ...options, cure: "delete it, and the node builds it again" });
  }
}
