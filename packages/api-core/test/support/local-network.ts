import { setImmediate as nextTurn } from "node:timers/promises";
import type { TransactionPool } from "@ledger/api-core";
import { createLocalChainSource, type LocalAccount, readLocalGenesis } from "@ledger/local-chain";
import type { LedgerStore } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { type IngestProgress, ingest } from "@ledger/sync";
import { type KeyAndSignature, type RawTransaction, SignedTransaction, signingMessage } from "@ledger/types";
import { ed25519 } from "@noble/curves/ed25519.js";

/** A local network in memory, whose blocks are made on demand. */
export interface LocalNetwork extends AsyncDisposable {
  readonly store: LedgerStore;
  readonly pool: TransactionPool;
  /** Time of the network, in seconds since the Unix epoch. */
  readonly nowSecs: bigint;
  /** Makes a block of what waits; resolves when the store has it. */
  mine(): Promise<void>;
}

/** Starts a network, with its first epoch begun. @param start - when, in microseconds since the Unix epoch */
export async function startLocalNetwork(start = 1_795_219_200_000_000n): Promise<LocalNetwork> {
  let now = start;
  const store = createMemoryStore();
  const source = createLocalChainSource({
    genesis: await readLocalGenesis(),
    clock: () => now,
    trigger: { onTransaction: false },
  });
  const stop = new AbortController();
  const onProgress = ({ version }: IngestProgress): void => source.settle(version);
  const ingested = ingest({ source, store, signal: stop.signal, onProgress });

  async function mine(): Promise<void> {
    now += 1_000_000n;
    await source.mine();
    while ((await store.summary())?.version !== source.head) await nextTurn();
  }

  await mine();
  return {
    store,
    pool: source,
    get nowSecs() {
      return now / 1_000_000n;
    },
    mine,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await ingested;
    },
  };
}

/** A transaction of a network, with defaults for what a test does not care about. */
export function rawTransaction(
  network: Pick<LocalNetwork, "nowSecs">,
  overrides: Pick<RawTransaction, "sender" | "payload"> & Partial<RawTransaction>,
): RawTransaction {
  return {
    sequenceNumber: 0n,
    maxGasAmount: 200_000n,
    gasUnitPrice: 100n,
    expirationTimestampSecs: network.nowSecs + 60n,
    chainId: 4,
    ...overrides,
  };
}

/** A transaction of one signer with an Ed25519 key. */
export interface SimpleTransaction {
  readonly rawTxn: RawTransaction;
  readonly authenticator: { readonly kind: "Ed25519"; readonly value: KeyAndSignature };
}

/** Signs with the Ed25519 key of an account. */
export function sign(
  { privateKey, publicKey }: Pick<LocalAccount, "privateKey" | "publicKey">,
  rawTxn: RawTransaction,
): SimpleTransaction {
  const signature = ed25519.sign(signingMessage(rawTxn), privateKey);
  return { rawTxn, authenticator: { kind: "Ed25519", value: { publicKey, signature } } };
}

/** The same with a signature of zeros. */
export function signBadly({ publicKey }: Pick<LocalAccount, "publicKey">, rawTxn: RawTransaction): SignedTransaction {
  return { rawTxn, authenticator: { kind: "Ed25519", value: { publicKey, signature: new Uint8Array(64) } } };
}

/** How a client sends a signed transaction in BCS. */
export function encoded(transaction: SignedTransaction) {
  return { body: SignedTransaction.encode(transaction), contentType: "application/x.aptos.signed_transaction+bcs" };
}
