import { type FaucetGrant, faucetTransaction } from "@ledger/local-chain";
import { type Address, type Awaitable, frameworkTag, resourceKey } from "@ledger/types";
import type { HttpService } from "../http-service.ts";
import { createFaucet, type FaucetOptions } from "./faucet.ts";

/** The means of a local network's faucet. */
export interface LocalFaucetOptions
  extends Pick<FaucetOptions, "pool" | "onFault">,
    Pick<FaucetGrant, "chainId" | "isFork"> {
  /** The network's ledger; a store's read side has this shape. */
  readonly store: {
    summary(): Awaitable<{ readonly version: bigint } | undefined>;
    readState(version: bigint, key: Uint8Array): Awaitable<unknown>;
  };
  /** The network's time, in microseconds since the Unix epoch. */
  readonly clock: () => bigint;
  /** Numbers below 2^64, none of them twice: of a network whose runs are all the same. Drawn at random when absent. */
  readonly nonce?: (() => bigint) | undefined;
  /** Called before an amount of octas is given, on a fork: the faucet must get there what it is to give. */
  readonly prepare?: ((amount: bigint) => Promise<void>) | undefined;
}

/** The faucet of a local network: what it gives is minted by the account that may. */
export function createLocalFaucet({
  pool,
  store,
  clock,
  nonce = randomNonce,
  prepare,
  onFault,
  ...chain
}: LocalFaucetOptions): HttpService {
  async function exists(account: Address): Promise<boolean> {
    const summary = await store.summary();
    const key = resourceKey(account, frameworkTag("account", "Account"));
    return summary !== undefined && (await store.readState(summary.version, key)) !== undefined;
  }
  return createFaucet({
    pool,
    exists,
    onFault,
    sign: async (receiver, amount) => {
      await prepare?.(amount);
      return faucetTransaction({ receiver, amount, nonce: nonce(), nowSecs: clock() / 1_000_000n, ...chain });
    },
  });
}

/** Two transactions of a faucet practically never have the same one. */
function randomNonce(): bigint {
  return crypto.getRandomValues(new BigUint64Array(1))[0]!;
}
