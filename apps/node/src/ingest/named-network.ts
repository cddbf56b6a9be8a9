import { existsSync } from "node:fs";
import { join } from "node:path";
import { localChainId } from "@ledger/local-chain";
import type { LedgerIdentity, LedgerSummary } from "@ledger/state-store";
import { bytesEqual, parseHash } from "@ledger/types";
import { ConfigError } from "../config/config-error.ts";
import { type NetworkFile, type NetworkName, publicNetworks } from "../config/public-networks.ts";
import { bringsBeginning } from "../config/record-sources.ts";
import type { IngestSettings } from "./protocol.ts";

/** The identity and the settings that follow from `--network`. */
export interface NamedNetwork {
  readonly identity: Partial<LedgerIdentity>;
  readonly settings: IngestSettings;
}

/**
 * Fills in what a named network settles: its identity, its genesis from the data folder, and its waypoint, built in or from there. No host
 * is contacted: what is missing is named with the command that takes it.
 *
 * @throws ConfigError for a file that is needed and not there, and a store that holds another ledger
 */
export function applyNamedNetwork(settings: IngestSettings, stored: LedgerSummary | undefined): NamedNetwork {
  const { network: name } = settings;
  if (name === undefined) return { settings, identity: {} };
  const identity = expectNetwork(name, stored);
  // A ledger that is there needs no beginning, and one that begins lazily cannot be led back to its genesis.
  const { backup, startVersion } = settings;
  if (stored !== undefined || (startVersion !== undefined && backup === undefined)) return { settings, identity };
  const find = (file: NetworkFile): string | undefined => {
    const path = join(settings.dataDir, file);
    return existsSync(path) ? path : undefined;
  };
  const genesis = settings.genesis ?? (backup === undefined ? find("genesis.blob") : undefined);
  if (genesis === undefined && !bringsBeginning(settings)) {
    throw missing(name, "genesis.blob", "its genesis transaction", settings.dataDir);
  }
  const waypoint = settings.waypoint ?? publicNetworks[name].waypoint ?? find("waypoint.txt");
  if (waypoint === undefined) throw missing(name, "waypoint.txt", "its waypoint", settings.dataDir);
  return { identity, settings: { ...settings, ...(genesis !== undefined && { genesis }), waypoint } };
}

/**
 * Refuses a stored ledger that is not a named network's.
 *
 * @returns what is known of the network
 * @throws ConfigError
 */
export function expectNetwork(name: NetworkName, stored: LedgerSummary | undefined): Partial<LedgerIdentity> {
  const { chainId, genesisHash } = publicNetworks[name];
  const identity = {
    ...(chainId !== undefined && { chainId }),
    ...(genesisHash !== undefined && { genesisHash: parseHash(genesisHash) }),
  };
  if (stored !== undefined && isOther(stored, identity)) {
    throw new ConfigError(
      `--network: the store holds another ledger (chain ${stored.chainId}), which is not ${name}; choose another place with --data-dir or --store`,
    );
  }
  return identity;
}

/** Returns true if a stored ledger is known to be that of another network. */
function isOther({ chainId, genesisHash }: LedgerSummary, known: Partial<LedgerIdentity>): boolean {
  if (chainId === localChainId || (known.chainId ?? chainId) !== chainId) return true;
  return genesisHash !== undefined && known.genesisHash !== undefined && !bytesEqual(genesisHash, known.genesisHash);
}

function missing(name: NetworkName, file: NetworkFile, what: string, dataDir: string): ConfigError {
  const path = join(dataDir, file);
  const quoted = /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
  const command = `curl --fail --create-dirs --output ${quoted} ${publicNetworks[name].published}/${file}`;
  return new ConfigError(`--network: ${name} needs ${what} in ${path}, which is not there; take it with: ${command}`);
}
