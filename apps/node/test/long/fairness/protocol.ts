/** What a hostile client does, in a process of its own. Plain data. */
export interface Attack {
  readonly url: string;
  /** Requests to choose from. */
  readonly questions: readonly Question[];
  readonly connections: number;
  /** Whether answers are read, and further questions asked, or the first answer is left in the connection. */
  readonly reads: boolean;
  /** Addresses of this machine that the connections come from, in turn; the usual one when absent. */
  readonly addresses?: readonly string[];
  /** True for connections of HTTP/2, on each of which as many questions are asked at a time as the server takes; they are left after a while. */
  readonly isHttp2?: boolean;
  readonly seed: number;
  /** Milliseconds. */
  readonly duration: number;
}

/** One request. */
export interface Question {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text, or one that is made of `body.unit`, repeated up to `body.size` bytes, between `body.before` and `body.after`. */
  readonly body?:
    | string
    | { readonly before: string; readonly unit: string; readonly after: string; readonly size: number };
}

/** What came back. */
export interface AttackReport {
  /** Answers by status; -1 for connections that were cut. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Answers of 503 that were not as documented. */
  readonly undocumented: number;
}
