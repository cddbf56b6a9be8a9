import { accountOptions } from "./account-options.ts";
import { featureOptions } from "./feature-options.ts";
import { formatAddress, type ListenAddress, listenAddress } from "./listen-address.ts";
import { isLocal, type KindOptions, mayBeLocal, ofLocalNetwork, ofWorkload } from "./needs.ts";
import { type OptionsOf, option } from "./option.ts";
import { type LocalListen, usualAddress } from "./service-addresses.ts";
import { interval, onOff, orWord } from "./values.ts";

/** The value of an option for the address of a service that is not set, for `config show`. */
const addressOf =
  (service: keyof LocalListen) =>
  (options: KindOptions & { readonly listen: ListenAddress }): string => {
    const address = mayBeLocal(options) ? usualAddress(service, options.listen) : undefined;
    return address === undefined ? "off" : formatAddress(address);
  };

/** The options for the addresses of the services of a local network, in addition to the API's address. */
export const serviceOptions = {
  faucetListen: option("--faucet-listen <host:port|off>", orWord("off", listenAddress), {
    otherwise: "port 8081, while the API is on 8080",
    held: addressOf("faucet"),
    help: "address of the local network's faucet, in addition to the API's",
    appliesTo: ["faucet"],
    needs: ofLocalNetwork,
    idleAs: "off",
  }),
  indexerListen: option("--indexer-listen <host:port|off>", orWord("off", listenAddress), {
    otherwise: "port 8090, while the API is on 8080",
    held: addressOf("indexer"),
    help: "address of the local network's GraphQL, in addition to the API's",
    appliesTo: ["graphql"],
    needs: ofLocalNetwork,
    idleAs: "off",
  }),
};

/** The options of the local network. */
export const localOptions = {
  blockInterval: option("--block-interval <ms>", interval, {
    default: 1000,
    help: "time between blocks of the local network while no transaction waits; 0: blocks only for transactions",
    needs: ofLocalNetwork,
  }),
  workload: option("--workload <on|off>", onOff, {
    default: "on",
    held: (options: KindOptions) => (isLocal(options) ? "on" : "off"),
    help: "demonstration: about one transaction per second on the local network",
    more: "A shop at `0xcafe`, with coins, tokens, tables and failures",
    needs: ofWorkload,
    idleAs: "off",
  }),
  ...serviceOptions,
  ...accountOptions,
  ...featureOptions,
};

/** Addresses of the services of a local network. */
export interface ServiceOptions extends OptionsOf<typeof serviceOptions> {}
