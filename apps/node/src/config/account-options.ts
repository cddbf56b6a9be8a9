import { InvalidArgumentError, Option } from "commander";
import { listOption } from "./list-option.ts";
import { publicNetworks } from "./public-networks.ts";

/** Settings of a network that is made here, by which it differs from those of others: its chain id, and the accounts with funds. */
export interface AccountOptions {
  /** Chain id; 4 when absent. */
  readonly chainId?: number | undefined;
  /** How many accounts have funds; ten when absent. */
  readonly accounts?: number | undefined;
  /** Words of BIP-39 from which the keys of the accounts are derived. */
  readonly mnemonic?: string | undefined;
  /** The keys of the accounts. */
  readonly privateKey?: readonly string[] | undefined;
}

/** Most accounts that are made at a start. */
const mostAccounts = 1_000;

function parseAccounts(text: string): number {
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > mostAccounts)
    throw new InvalidArgumentError(`expected a number of accounts, 1 to ${mostAccounts}.`);
  return count;
}

function parseChainId(text: string): number {
  const id = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (id < 1 || id > 255) throw new InvalidArgumentError("expected a chain id, 1 to 255.");
  return id;
}

/** The options of {@link AccountOptions}. */
export function accountOptions(): readonly Option[] {
  return [
    new Option("--chain-id <id>", "chain id of the local network (default: 4)")
      .env("LEDGER_CHAIN_ID")
      .argParser(parseChainId),
    new Option("-a, --accounts <count>", "accounts with funds (default: 10)")
      .env("LEDGER_ACCOUNTS")
      .argParser(parseAccounts),
    new Option(
      "-m, --mnemonic <words>",
      "words of BIP-39 that their keys are derived from, at m/44'/637'/i'/0'/0'",
    ).env("LEDGER_MNEMONIC"),
    // Read when the network starts: the refusal of one value prints the value.
    listOption("--private-key <key>", "an account's own key, in place of those that everybody knows", (key) => key).env(
      "LEDGER_PRIVATE_KEY",
    ),
  ];
}

/** Finds options of accounts that exclude each other, by the attribute name of the option to name. */
export function* accountConflicts({
  chainId,
  accounts,
  mnemonic,
  privateKey,
  fork,
}: AccountOptions & { readonly fork?: string | undefined }): Iterable<{
  readonly name: keyof AccountOptions;
  readonly reason: string;
}> {
  if (privateKey !== undefined && (mnemonic !== undefined || accounts !== undefined))
    yield { name: "privateKey", reason: "cannot be combined with --mnemonic or --accounts." };
  if (chainId !== undefined && fork !== undefined)
    yield { name: "chainId", reason: "cannot be combined with --fork: a fork has the chain id of its ledger." };
}

/** Lines for the terminal about a chain id that was chosen. */
export function chainLines(chainId: number | undefined): readonly string[] {
  if (chainId === undefined) return [];
  const [name] = Object.entries(publicNetworks).find(([, network]) => network.chainId === chainId) ?? [];
  const warning = name === undefined ? "" : `, that of ${name}: a transaction that is signed here may be valid there`;
  return [`chain     id ${chainId}${warning}`];
}
