import { Option } from "commander";

/** Public networks that are known by name. */
export const networkNames = ["mainnet", "testnet", "devnet"] as const;

/** The name of a public network. */
export type NetworkName = (typeof networkNames)[number];

/** The option that names a public network. */
export function networkOption(): Option {
  return new Option(
    "--network <name>",
    "public network that the ledger must belong to; where it begins, its genesis.blob is looked for in the data folder, and nothing is downloaded",
  )
    .env("LEDGER_NETWORK")
    .choices(networkNames);
}
