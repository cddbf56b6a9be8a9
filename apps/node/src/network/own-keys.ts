import { hexToBytes } from "@ledger/types";
import type { AccountOptions } from "../config/account-options.ts";
import { NodeStartError } from "../health/node-start-error.ts";
import { accountPath, deriveEd25519Key } from "./derive-keys.ts";

/** Accounts that a mnemonic gives when no number is asked for. */
const usualAccounts = 10;

/**
 * The Ed25519 keys that the user brings for the accounts with funds; `undefined` for those that everybody knows.
 *
 * @throws NodeStartError, whose text never has a key or a word of the user
 */
export async function ownKeys({
  mnemonic,
  privateKey,
  accounts = usualAccounts,
}: Omit<AccountOptions, "chainId">): Promise<readonly Uint8Array[] | undefined> {
  if (privateKey !== undefined) return readKeys(privateKey);
  if (mnemonic === undefined) return undefined;
  // Loads the word list only when it is needed.
  const [{ mnemonicToSeed, validateMnemonic }, { wordlist }] = await Promise.all([
    import("@scure/bip39"),
    import("@scure/bip39/wordlists/english.js"),
  ]);
  const words = mnemonic.trim().split(/\s+/).join(" ").toLowerCase();
  if (!validateMnemonic(words, wordlist))
    throw invalidKeys(
      "--mnemonic: expected 12, 15, 18, 21 or 24 words of BIP-39 in English, with a checksum that fits",
    );
  const seed = await mnemonicToSeed(words);
  return Array.from({ length: accounts }, (_, index) => deriveEd25519Key(seed, accountPath(index)));
}

function readKeys(texts: readonly string[]): readonly Uint8Array[] {
  const digits = texts.map((text) => /^(?:ed25519-priv-)?0x([0-9a-f]{64})$/i.exec(text)?.[1]?.toLowerCase());
  if (new Set(digits).size < digits.length && !digits.includes(undefined))
    throw invalidKeys("--private-key: the same key is given twice");
  return digits.map((key) => {
    if (key === undefined)
      throw invalidKeys("--private-key: expected an Ed25519 key of 32 bytes, such as ed25519-priv-0x… or 0x…");
    return hexToBytes(key);
  });
}

function invalidKeys(message: string): NodeStartError {
  return new NodeStartError("invalid_keys", message);
}
