import { createMemoryStore } from "@ledger/state-store/memory";
import { openSqliteStore, openSqliteTree } from "@ledger/state-store/sqlite";
import { placeOf, type TreePlace } from "../src/tree-place.ts";

/** An empty ledger and an empty tree in memory. */
export function memoryTreePlace(): TreePlace {
  const store = createMemoryStore();
  return { store, tree: store.tree, close: () => store.close() };
}

/** The same in two files. @param path - without a suffix */
export function sqliteTreePlace(path: string): TreePlace {
  return placeOf(openSqliteStore(`${path}.db`), openSqliteTree(`${path}-tree.db`));
}
