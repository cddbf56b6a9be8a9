/** A request as any server or a test hands it over; nothing of it is validated yet. */
export interface ServiceRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Uint8Array;
  /** A header by its name in lower case. */
  readonly header: (name: string) => string | undefined;
}

/** A complete answer. */
export interface ServiceResponse {
  readonly status: number;
  /** Header names as written on the wire. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Something that answers HTTP requests in addition to the node's API, without knowing a server. */
export interface HttpService {
  /** Where it answers: the methods of each path. */
  readonly routes: Readonly<Record<string, readonly ("GET" | "POST")[]>>;
  /** Answers a request of one of its routes; never rejects. */
  handle(request: ServiceRequest): Promise<ServiceResponse>;
}
