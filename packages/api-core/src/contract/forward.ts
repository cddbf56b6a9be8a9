/** A call for the node upstream. Only these parts of the client's request are sent: no credentials, no hop-by-hop headers. */
export interface ForwardRequest {
  /** Path under the upstream's API root, e.g. `/transactions/simulate`. */
  readonly path: string;
  /** The parameters that the operation declares, as the client wrote them. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** `Accept` and `Content-Type`, as far as the client sent them. */
  readonly headers: Readonly<Record<string, string>>;
  /** As the client sent it. */
  readonly body: Uint8Array;
}

/** An answer of the node upstream. */
export interface ForwardResponse {
  readonly status: number;
  /** By name in lower case. Only the content type and the gas that was used are looked at. */
  readonly headers: Readonly<Record<string, string>>;
  /** As the upstream sent it, without any transfer or content coding. */
  readonly body: Uint8Array;
  /** Host and port of the node that answered, for people. */
  readonly node: string;
}

/** Sends a call to the node upstream; rejects when no whole answer comes in time. */
export type Forward = (request: ForwardRequest) => Promise<ForwardResponse>;
