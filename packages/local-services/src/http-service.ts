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
}

/** A complete answer. */
export interface ServiceResponse {
  readonly status: number;
  /** Header names as written on the wire. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How much a service may be given. */
export interface ServiceBounds {
  /** Largest body, bytes. */
  readonly body: number;
  /** Requests that are handled at a time or wait for that; further ones are refused. */
  readonly underWay: number;
}

/** Something that answers HTTP requests in addition to the node's API, without knowing a server. */
export interface HttpService {
  /** The paths that it answers, each with its methods. */
  readonly routes: Readonly<Record<string, readonly ("GET" | "POST")[]>>;
  /** Bounds of a service that takes more than a few kilobytes, or keeps its callers waiting. */
  readonly bounds?: ServiceBounds | undefined;
  /** Refuses a request before its body is read; `undefined` where it may be handled. */
  readonly refuse?: ((request: Omit<ServiceRequest, "body">) => ServiceResponse | undefined) | undefined;
  /** Answers a request of one of its routes that is not refused; never rejects. */
  handle(request: ServiceRequest): Promise<ServiceResponse>;
}
