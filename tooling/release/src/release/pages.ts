import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listRunnable, runPages } from "@ledger/check-docs";
import { readLocalGenesis } from "@ledger/local-chain";
import { deriveGenesis, formatWaypoint } from "@ledger/types";
import { interruption } from "./interruption.ts";
import type { Registry } from "./registry.ts";

/** Folders and programs that pages are run with. */
export interface PagesOptions {
  /** Made when it is missing. */
  readonly folder: string;
  /** A checkout that is installed. */
  readonly repository: string;
  /** Registry of the packages. */
  readonly registry: Registry;
  /** Paths of pages; all of them when there is none. */
  readonly pages?: readonly string[];
  /** Reads every page with zsh too. */
  readonly inZsh: boolean;
}

/** Runs the blocks of the documents as their readers would. @returns what was printed, ending in `N passed, N failed` */
export async function checkPages({ folder, repository, registry, pages = [], inZsh }: PagesOptions): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const blob = await readLocalGenesis();
  const genesis = join(folder, "genesis.blob");
  writeFileSync(genesis, blob);
  return runPages({
    pages: pages.length > 0 ? pages : listRunnable(),
    folder,
    repository,
    genesis,
    waypoint: formatWaypoint(deriveGenesis(blob).waypoint),
    inZsh,
    signal: interruption,
    registryPort: Number(new URL(registry.url).port),
  });
}
