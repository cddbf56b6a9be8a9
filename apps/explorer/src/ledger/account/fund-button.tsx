import { useState } from "preact/hooks";
import { toFailure } from "../../api/failure.ts";
import { canFund, fund } from "../../local/control-network.ts";
import { useLocalNetwork } from "../../local/use-local-network.tsx";
import { GasCoins } from "../asset/amount.tsx";

/** Octas given at a time: ten coins, enough for the most gas that clients set. */
const amount = 1_000_000_000n;

/** Gives an account coins, where the network has a faucet; nothing elsewhere. */
export function FundButton({ address, onFunded }: { address: string; onFunded?: () => void }) {
  const network = useLocalNetwork();
  const [state, setState] = useState<{ readonly busy: boolean; readonly said?: string }>({ busy: false });
  if (!canFund(network)) return null;
  const give = async (): Promise<void> => {
    setState({ busy: true });
    try {
      await fund(network, address, amount);
      setState({ busy: false, said: "funded" });
      onFunded?.();
    } catch (error) {
      setState({ busy: false, said: toFailure(error).message });
    }
  };
  return (
    <span class="fund">
      <button type="button" class="plain" disabled={state.busy} onClick={() => void give()}>
        Fund <GasCoins units={amount} />
      </button>{" "}
      <small aria-live="polite">{state.said}</small>
    </span>
  );
}
