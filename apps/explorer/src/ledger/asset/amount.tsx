import { useLoad } from "../../loading/use-load.ts";
import { formatAmount, formatCount } from "../../text/number.ts";
import { type AssetName, gasCoin, readAssetName } from "./read-asset.ts";

interface AmountProps {
  /** In the smallest unit. */
  readonly units: bigint | string;
  readonly asset: AssetName | undefined;
  /** Shows a plus before what is gained. */
  readonly signed?: boolean;
}

/** An amount of an asset in its own unit: `1.5 APT`. The smallest units are in its title. */
export function Amount({ units, asset, signed = false }: AmountProps) {
  const amount = BigInt(units);
  const digits = String(amount < 0n ? -amount : amount);
  const sign = amount < 0n ? "−" : signed && amount > 0n ? "+" : "";
  return (
    <span class="amount" title={`${sign}${formatCount(digits)} of the smallest unit`}>
      {sign}
      {formatAmount(digits, asset?.decimals ?? 0)} <small>{asset?.symbol ?? "units"}</small>
    </span>
  );
}

/** An amount of the coin that fees are paid in. */
export function GasCoins({ units }: { units: bigint }) {
  const { value } = useLoad(() => readAssetName(gasCoin), "gas coin");
  return <Amount units={units} asset={value} />;
}
