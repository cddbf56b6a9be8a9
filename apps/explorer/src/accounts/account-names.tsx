import { type ComponentChildren, createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import { useHead } from "../version/head.tsx";
import { findLocalAccounts } from "./local-accounts.ts";

/** Names by address. */
type AccountNames = ReadonlyMap<string, string>;

const AccountNamesContext = createContext<AccountNames>(new Map());

/** Milliseconds after which names are looked for: the keys that prove them are no part of the first load. */
const rest = 2_500;

/** Name of an account that everybody knows by one: those of a local network. */
export function useAccountName(address: string): string | undefined {
  return useContext(AccountNamesContext).get(address);
}

/** All names that are known. */
export function useAccountNames(): AccountNames {
  return useContext(AccountNamesContext);
}

/** Finds the names of a local network's accounts for the whole page. */
export function AccountNamesProvider({ children }: { children: ComponentChildren }) {
  const chainId = useHead().info?.chain_id;
  const [names, setNames] = useState<AccountNames>(new Map());
  useEffect(() => {
    if (chainId === undefined) return;
    const timer = setTimeout(() => {
      void findLocalAccounts(chainId).then((accounts) => {
        if (accounts.length > 0) setNames(new Map(accounts.map(({ name, address }) => [address, name])));
      });
    }, rest);
    return () => clearTimeout(timer);
  }, [chainId]);
  return <AccountNamesContext.Provider value={names}>{children}</AccountNamesContext.Provider>;
}
