import { type ClientProvider, createProvider } from "@ledger/api-core/client";

/** The part of the official client's configuration that describes a network: spread it into `new AptosConfig({ ... })`. */
export interface ClientSettings {
  /** `"custom"`. The client's enumeration takes no text of others: `never` fits it, and this package need not depend on the client. */
  readonly network: never;
  readonly fullnode: string;
  readonly faucet: string;
  readonly indexer: string;
  /** Sends the client's requests to the network instead of a socket. */
  readonly client: { readonly provider: ClientProvider };
}

/** Makes the settings of a network whose requests are answered by `fetch`. */
export function clientSettings(
  urls: Pick<ClientSettings, "fullnode" | "faucet" | "indexer">,
  fetch: (input: string, init: RequestInit) => Promise<Response>,
): ClientSettings {
  return { network: "custom" as never, ...urls, client: { provider: createProvider(fetch) } };
}
