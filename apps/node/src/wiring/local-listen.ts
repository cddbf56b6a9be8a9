import type { ListenAddress } from "../config/listen-address.ts";
import type { ServiceOptions } from "../config/local-options.ts";
import { type LocalListen, serviceFlags, usualAddress } from "../config/service-addresses.ts";
import type { StartOptions } from "../config/start-options.ts";
import { type Logger, say } from "../logger.ts";
import { expectFreeAddress } from "./free-address.ts";

/** Tries the addresses that were asked for before anything is begun with them. @throws NodeStartError when one cannot be used */
export async function expectFreeServices({ faucetListen, indexerListen }: ServiceOptions): Promise<void> {
  for (const [name, asked] of [
    ["faucet", faucetListen],
    ["indexer", indexerListen],
  ] as const) {
    if (asked !== undefined && asked !== "off") await expectFreeAddress(asked, serviceFlags[name]);
  }
}

/**
 * Chooses the addresses that the services of a local network listen on: by default those where clients look for them, when the API
 * does and the ports are free.
 *
 * @throws NodeStartError when an address that was asked for cannot be used
 */
export async function chooseLocalListen(
  options: Pick<StartOptions, "listen"> & ServiceOptions,
  log: Logger,
): Promise<LocalListen> {
  const chosen: { faucet?: ListenAddress; indexer?: ListenAddress } = {};
  for (const [name, asked] of [
    ["faucet", options.faucetListen],
    ["indexer", options.indexerListen],
  ] as const) {
    if (asked === "off") continue;
    if (asked !== undefined) {
      await expectFreeAddress(asked, serviceFlags[name]);
      chosen[name] = asked;
      continue;
    }
    const address = usualAddress(name, options.listen);
    if (address !== undefined) {
      try {
        await expectFreeAddress(address, serviceFlags[name]);
        chosen[name] = address;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        say(log, "warn", {
          message: "service not started",
          fields: { service: name, reason },
          text: `${reason}; the node runs without it`,
        });
      }
    }
  }
  return chosen;
}
