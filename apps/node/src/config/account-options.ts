import { ofLocalNetwork, ofOwnGenesis } from "./needs.ts";
import { type OptionsOf, option } from "./option.ts";
import { publicNetworks } from "./public-networks.ts";
import { list, orHex, text, whole } from "./values.ts";

/** The options by which a network that is made here differs from those of others: its chain id, and the accounts with funds. */
export const accountOptions = {
  chainId: option("--chain-id <id>", whole(1, 255, "a chain id, 1 to 255"), {
    otherwise: "`4`",
    help: "chain id of the local network (default: 4)",
    more: "From 1 to 255; a ledger keeps the one that it began with, and a fork that of its ledger",
    needs: ofOwnGenesis,
    refuse: ({ fork }: { readonly fork?: string | undefined }) =>
      fork === undefined ? undefined : "cannot be combined with --fork: a fork has the chain id of its ledger.",
  }),
  accounts: option("-a, --accounts <count>", whole(1, 1_000, "a number of accounts, 1 to 1000"), {
    otherwise: "`10`",
    help: "accounts with funds (default: 10)",
    appliesTo: ["description"],
    needs: ofLocalNetwork,
  }),
  mnemonic: option("-m, --mnemonic <words>", text, {
    help: "words of BIP-39 that their keys are derived from, at `m/44'/637'/i'/0'/0'`",
    isSecret: true,
    needs: ofLocalNetwork,
  }),
  privateKey: option("--private-key <key>", list(orHex(text)), {
    // Read when the network starts: the refusal of one value prints the value.
    help: "an account's own key, in place of those that everybody knows",
    isSecret: true,
    needs: ofLocalNetwork,
    refuse: ({
      mnemonic,
      accounts,
    }: {
      readonly mnemonic?: string | undefined;
      readonly accounts?: number | undefined;
    }) => ((mnemonic ?? accounts) === undefined ? undefined : "cannot be combined with --mnemonic or --accounts."),
  }),
};

/** Settings of a network that is made here, by which it differs from those of others: its chain id, and the accounts with funds. */
export interface AccountOptions extends OptionsOf<typeof accountOptions> {}

/** Lines for the terminal about a chain id that was chosen. */
export function chainLines(chainId: number | undefined): readonly string[] {
  if (chainId === undefined) return [];
  const [name] = Object.entries(publicNetworks).find(([, network]) => network.chainId === chainId) ?? [];
  const warning = name === undefined ? "" : `, that of ${name}: a transaction that is signed here may be valid there`;
  return [`chain     id ${chainId}${warning}`];
}
