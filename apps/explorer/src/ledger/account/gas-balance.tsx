import { callProved } from "../../api/proved.ts";
import { useLoad } from "../../loading/use-load.ts";
import { GasCoins } from "../asset/amount.tsx";
import { gasCoin } from "../asset/read-asset.ts";

/** Milliseconds between two looks. */
const refresh = 5_000;

/** An account's amount of the coin that fees are paid in. @param round - read again at once when it changes */
export function GasBalance({ address, round = 0 }: { address: string; round?: number }) {
  const { value } = useLoad(
    (signal) => callProved("get_account_balance", { params: { address, asset_type: gasCoin }, signal }),
    `${address} ${round}`,
    refresh,
  );
  return value === undefined ? <>…</> : <GasCoins units={BigInt(value.value)} />;
}
