import { useAccountName } from "../local/use-local-network.tsx";
import { Link } from "../routing/link.tsx";
import { shortenHex } from "../text/hex.ts";
import { formatCount } from "../text/number.ts";
import { Seal } from "./seal.tsx";

/** An address that leads to its account. @param full - with all of its digits */
export function AddressLink({ address, full = false }: { address: string; full?: boolean }) {
  const name = useAccountName(address);
  return (
    <Link to={{ view: "account", address, tab: "balances" }} class="address" title={address}>
      <Seal address={address} />
      {name !== undefined && <span class="account-name">{name}</span>}
      <code>{full ? address : shortenHex(address)}</code>
    </Link>
  );
}

/** A ledger version that leads to its transaction. */
export function VersionLink({ version }: { version: string }) {
  return (
    <Link to={{ view: "transaction", id: version }}>
      <span class="number">{formatCount(version)}</span>
    </Link>
  );
}

/** A block height that leads to its block. */
export function HeightLink({ height }: { height: string }) {
  return (
    <Link to={{ view: "block", height }}>
      <span class="number">{formatCount(height)}</span>
    </Link>
  );
}
