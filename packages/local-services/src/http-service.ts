/** A request as any server or a test hands it over; nothing of it is validated yet. */
export interface ServiceRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Uint8Array;
  /** A header by its name in lower case. */
  readonly header: (name: string) => string | undefined;
  /** True if the other end of the connection is this machine; always true where there is no connection. */
  readonly isOfThisMachine: boolean;
  /** Address of the other end of the connection, as the system writes it; absent where there is no connection. */
  readonly address?: string | undefined;
  /** Aborted when the caller has left. */
  readonly signal?: AbortSignal | undefined;
}

/** A complete answer. */
export interface ServiceResponse {
  readonly status: number;
  /** Header names as written on the wire. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A refusal that a server makes in place of a service: no such method, a body too large, too much to do. */
export interface ServiceFault {
  readonly status: number;
  readonly message: string;
  /** The path of the request. */
  readonly path: string;
  /** `Accept` of the request. */
  readonly accept: string | undefined;
}

/**
 * The kind of work that the requests of a service are; a server bounds what of a kind is under way at one time.
 *
 * - `graphql`: reads much of the ledger, for milliseconds to about a second; gives way meanwhile.
 * - `faucet`: little work, then a wait for the pool of transactions.
 * - `verbs`: changes of a network for tests, which makes one after the other.
 */
export type ServiceWork = "graphql" | "faucet" | "verbs";

/** Something that answers HTTP requests in addition to the node's API, without knowing a server. */
export interface HttpService {
  /** The paths that it answers, each with its methods. */
  readonly routes: Readonly<Record<string, readonly ("GET" | "POST")[]>>;
  /** Those of its paths whose requests change something: on a server, not every page may send them. */
  readonly changes: readonly string[];
  /** The work of its requests; absent where they are answered at once. */
  readonly work?: ServiceWork | undefined;
  /** Largest body of a service that takes more than a few kilobytes, bytes. */
  readonly largestBody?: number | undefined;
  /** Writes what its server refuses as clients of the service read errors; `undefined` where they read those of the API. */
  readonly writeFault: ((fault: ServiceFault) => Pick<ServiceResponse, "headers" | "body">) | undefined;
  /** Refuses a request before its body is read; `undefined` where it may be handled. */
  readonly refuse?: ((request: Omit<ServiceRequest, "body">) => ServiceResponse | undefined) | undefined;
  /** Answers a request of one of its routes that is not refused; never rejects. */
  handle(request: ServiceRequest): Promise<ServiceResponse>;
}
