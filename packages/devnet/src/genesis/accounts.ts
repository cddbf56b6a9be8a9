import { type Address, statelessAccount } from "@ledger/types";
import { accountSigner, DEVNET_ACCOUNTS, type DevnetAccount, signerAuthenticationKey } from "../accounts.ts";
import { BEAN_METADATA } from "../effects/bean.ts";
import { APT, mintPaired, type PairedAsset, VOUCHER } from "../effects/coin.ts";
import { addToSupply, depositFungible, ensurePrimaryStore } from "../effects/fungible.ts";
import { account } from "../resources/chain.ts";
import { coinStore } from "../resources/coin.ts";
import { newHandle } from "../resources/event-handle.ts";
import { concurrentBalance } from "../resources/fungible-asset.ts";
import type { Session } from "../state/session.ts";

const MAX_U64 = 2n ** 64n - 1n;

/** What an account holds of an asset at genesis, in the smallest unit, by form. */
interface Holding {
  readonly holder: DevnetAccount;
  readonly asset: PairedAsset;
  readonly coins?: bigint;
  readonly fungible?: bigint;
  /** Whether the fungible part is in a concurrent balance. */
  readonly concurrent?: boolean;
}

const { alice, bob, ada, dee, abe, fee, cafe } = DEVNET_ACCOUNTS;

const HOLDINGS: readonly Holding[] = [
  { holder: alice, asset: APT, coins: 500_000_00000000n },
  { holder: alice, asset: VOUCHER, coins: 100_000_00n },
  { holder: bob, asset: APT, coins: 400_000_00000000n },
  { holder: ada, asset: APT, fungible: 300_000_00000000n },
  { holder: ada, asset: VOUCHER, fungible: 50_000_00n },
  { holder: dee, asset: APT, coins: 120_000_00000000n, fungible: 80_000_00000000n },
  { holder: dee, asset: VOUCHER, coins: 20_000_00n, fungible: 10_000_00n },
  { holder: abe, asset: APT, fungible: 250_000_00000000n, concurrent: true },
  { holder: fee, asset: APT, fungible: 100_000_00000000n },
  { holder: cafe, asset: APT, fungible: 100_000_00000000n },
];

/** Smallest units of beans that the shop begins with. */
const BEANS = 1_000_000_000000n;

/** The accounts, and what they hold. */
export function initializeAccounts(session: Session): void {
  for (const holder of Object.values(DEVNET_ACCOUNTS)) {
    session.write(holder.address, account, {
      ...statelessAccount(holder.address),
      authenticationKey: signerAuthenticationKey(accountSigner(holder)),
    });
  }
  for (const holding of HOLDINGS) initializeHolding(session, holding);
  addToSupply(session, BEAN_METADATA, BEANS);
  depositFungible(session, BEAN_METADATA, cafe.address, BEANS);
}

function initializeHolding(
  session: Session,
  { holder: { address }, asset, coins, fungible, concurrent }: Holding,
): void {
  if (fungible !== undefined) {
    const store = ensurePrimaryStore(session, asset.metadata, address);
    if (concurrent === true) session.write(store, concurrentBalance, { value: 0n, maxValue: MAX_U64 });
    mintPaired(session, asset, address, fungible);
  }
  if (coins !== undefined) {
    registerCoin(session, asset, address);
    mintPaired(session, asset, address, coins);
  }
}

/** Makes a coin store with its two event handles. */
function registerCoin(session: Session, asset: PairedAsset, address: Address): void {
  const { guidCreationNum } = session.read(address, account);
  session.update(address, account, (held) => ({ ...held, guidCreationNum: guidCreationNum + 2n }));
  session.write(address, coinStore(asset.coin), {
    coin: 0n,
    frozen: false,
    depositEvents: newHandle(address, guidCreationNum),
    withdrawEvents: newHandle(address, guidCreationNum + 1n),
  });
}
