import { formatPrivateKey, type LocalAccount, namesOfFeatures } from "@ledger/local-chain";
import { StoreError } from "@ledger/state-store";
import { type Awaitable, formatAddress, type StateView } from "@ledger/types";
import type { HttpService, ServiceRequest } from "./http-service.ts";

/** The path at which a local network describes itself. */
export const descriptionPath = "/v1/-/local";

/** The answer of `GET /v1/-/local`. */
export interface LocalDescription {
  /** Root of the faucet; `null` where there is none. */
  readonly faucet: string | null;
  /** The URL of GraphQL queries; `null` where none are answered. */
  readonly graphql: string | null;
  /** Names of the verbs that the caller may use, each at `POST /v1/-/local/<verb>`. */
  readonly verbs: readonly string[];
  /** Accounts with funds: whose keys everybody knows, or, for those who may use the verbs, whose keys the network's user brought. */
  readonly accounts: readonly DescribedAccount[];
  /** Names of the feature flags that are on; `null` while the flags of a fork are not known here. */
  readonly features: readonly string[] | null;
}

/** An account with its key, as a local network tells of it. */
export interface DescribedAccount {
  /** A name for people, e.g. `alice`. */
  readonly name: string;
  /** As the API writes it. */
  readonly address: string;
  /** As wallets take it: `ed25519-priv-0x…`. */
  readonly private_key: string;
  /** The balance at the beginning of the network, in octas. */
  readonly balance: string;
}

/** The facts that a local network describes. */
export interface LocalDescriptionOptions {
  /** Those with funds. */
  readonly accounts: readonly LocalAccount[];
  /** Returns the addresses of its services, as the caller sees them. */
  readonly places: (request: ServiceRequest) => Pick<LocalDescription, "faucet" | "graphql">;
  /** Reads the latest state. */
  readonly state: () => Awaitable<StateView>;
  /** The verbs that a caller may use; none when absent. */
  readonly verbs?: ((request: ServiceRequest) => readonly string[]) | undefined;
}

/** Tells pages and programs what a local network has besides the API. Networks that are not local do not have the path. */
export function createLocalDescription({ accounts, places, state, verbs }: LocalDescriptionOptions): HttpService {
  return {
    routes: { [descriptionPath]: ["GET"] },
    changes: [],
    writeFault: undefined,
    async handle(request) {
      const features = await readNames(state);
      const offered = verbs?.(request) ?? [];
      const description: LocalDescription = {
        ...places(request),
        verbs: offered,
        accounts: accounts.filter(({ isOwn }) => isOwn !== true || offered.length > 0).map(describeAccount),
        features,
      };
      return {
        status: 200,
        headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" },
        body: JSON.stringify(description),
      };
    },
  };
}

function describeAccount(account: LocalAccount): DescribedAccount {
  return {
    name: account.name,
    address: formatAddress(account.address),
    private_key: formatPrivateKey(account),
    balance: `${account.balance}`,
  };
}

async function readNames(state: LocalDescriptionOptions["state"]): Promise<LocalDescription["features"]> {
  try {
    return await namesOfFeatures(await state());
  } catch (error) {
    if (error instanceof StoreError && error.code === "state_unknown") return null;
    throw error;
  }
}

const hostForm = /^(?<name>[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The host name by which a caller has reached the server: another machine cannot follow a link to a loopback address.
 *
 * @returns the loopback address where the caller named none that is well formed
 */
export function calledHost({ header }: Pick<ServiceRequest, "header">): string {
  return hostForm.exec(header("host") ?? "")?.groups?.name ?? "127.0.0.1";
}
