import { Option } from "commander";
import { type AccountOptions, accountOptions } from "./account-options.ts";
import { type FeatureOptions, featureOptions } from "./feature-options.ts";
import { type ListenAddress, parseListenAddress } from "./listen-address.ts";
import { parseInterval } from "./parse-values.ts";

/** The address that a service of the local network listens on by itself; `off` for none. */
export type ServiceAddress = ListenAddress | "off";

/** Settings of the local network. */
export interface LocalOptions extends AccountOptions, FeatureOptions {
  /** Milliseconds from one block to the next while no transaction waits; 0: blocks only for transactions. */
  readonly blockInterval: number;
  /** Runs a demonstration that submits about one transaction per second. */
  readonly workload: "on" | "off";
  /** Address that the faucet listens on, in addition to the API's address. */
  readonly faucetListen?: ServiceAddress | undefined;
  /** Address that answers the indexer's queries, in addition to the API's address. */
  readonly indexerListen?: ServiceAddress | undefined;
}

const parseServiceAddress = (text: string): ServiceAddress => (text === "off" ? text : parseListenAddress(text));

/** The options of {@link LocalOptions}. */
export function localOptions(): Option[] {
  return [
    new Option(
      "--block-interval <ms>",
      "time between blocks of the local network while no transaction waits; 0: blocks only for transactions",
    )
      .env("LEDGER_BLOCK_INTERVAL")
      .argParser(parseInterval)
      .default(1000),
    new Option("--workload <on|off>", "demonstration: about one transaction per second on the local network")
      .env("LEDGER_WORKLOAD")
      .choices(["on", "off"])
      .default("on"),
    new Option("--faucet-listen <host:port|off>", "address of the local network's faucet, in addition to the API's")
      .env("LEDGER_FAUCET_LISTEN")
      .argParser(parseServiceAddress),
    new Option("--indexer-listen <host:port|off>", "address of the local network's GraphQL, in addition to the API's")
      .env("LEDGER_INDEXER_LISTEN")
      .argParser(parseServiceAddress),
    ...accountOptions(),
    ...featureOptions(),
  ];
}
