import { type ComponentChildren, createContext } from "preact";
import { useContext, useEffect, useMemo, useState } from "preact/hooks";
import { useAwaited } from "../loading/settle.tsx";
import { useHead } from "../version/head.tsx";
import { findLocalNetwork, type LocalNetwork, noLocalNetwork, readOwnNetwork } from "./local-network.ts";

/** Names by address. */
type AccountNames = ReadonlyMap<string, string>;

const LocalNetworkContext = createContext<LocalNetwork | undefined>(undefined);
const AccountNamesContext = createContext<AccountNames>(new Map());

/** Milliseconds after which a network that tells nothing is looked at: the keys that prove its names are no part of the first load. */
const rest = 1_500;

/** Faucet, accounts and verbs of a network for development; none on other ledgers. The view is not shown before it is known. */
export function useLocalNetwork(): LocalNetwork {
  const network = useContext(LocalNetworkContext);
  useAwaited(network !== undefined);
  return network ?? noLocalNetwork;
}

/** Name of an account that everybody knows by one: those of a local network. */
export function useAccountName(address: string): string | undefined {
  return useContext(AccountNamesContext).get(address);
}

/** Looks for what a local network offers, for the whole page. */
export function LocalNetworkProvider({ children }: { children: ComponentChildren }) {
  const chainId = useHead().info?.chain_id;
  const [network, setNetwork] = useState<LocalNetwork>();
  useEffect(() => {
    if (chainId === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    void readOwnNetwork(chainId).then((own) => {
      setNetwork(own ?? noLocalNetwork);
      if (own === undefined) timer = setTimeout(() => void findLocalNetwork(chainId).then(setNetwork), rest);
    });
    return () => clearTimeout(timer);
  }, [chainId]);
  const names = useMemo(
    (): AccountNames => new Map(network?.accounts.map(({ name, address }) => [address, name])),
    [network],
  );
  return (
    <LocalNetworkContext.Provider value={network}>
      <AccountNamesContext.Provider value={names}>{children}</AccountNamesContext.Provider>
    </LocalNetworkContext.Provider>
  );
}
