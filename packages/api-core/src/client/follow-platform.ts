import type { FetchRequest, FetchResponse, RequestSignal } from "./fetch.ts";
import { parseUrl } from "./url.ts";

/** An answer whose body is read as it arrives. */
export interface StreamResponse extends FetchResponse {
  readonly body: { getReader(): StreamReader } | null;
}

/** The part of the standard `ReadableStreamDefaultReader` that is used. */
export interface StreamReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/** The part of the standard `fetch` that a stream needs. */
export type StreamFetch = (url: string, request: FetchRequest) => Promise<StreamResponse>;

/** The part of an `AbortSignal` that is used. */
interface Signal {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** The standard parts of a platform: the package is compiled without DOM and Node types. */
const platform = globalThis as unknown as {
  readonly fetch?: StreamFetch;
  readonly AbortController: new () => { readonly signal: RequestSignal; abort(): void };
  readonly TextDecoder: new () => { decode(input: Uint8Array, options: { readonly stream: boolean }): string };
  /** Of a page. */
  readonly location?: { readonly href: string };
  setTimeout(callback: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
};

/**
 * `fetch` of this platform.
 *
 * @param root - of what it is to fetch
 * @throws TypeError where there is none, and for what it cannot fetch: of that it says no other thing than of a node that is away
 */
export function platformFetch(root: string): StreamFetch {
  const { fetch, location } = platform;
  if (fetch === undefined) throw new TypeError("this platform has no fetch: pass one");
  if (!/^https?:/.test(parseUrl(root, location?.href).href)) throw new TypeError(`not the URL of a node: ${root}`);
  return (url, request) => fetch(url, request);
}

/** Returns true if a signal is aborted. */
export function isAborted(signal: RequestSignal | undefined): boolean {
  return (signal as Signal | undefined)?.aborted === true;
}

/** Waits, or until a signal is aborted. */
export function pause(milliseconds: number, signal: RequestSignal | undefined): Promise<void> {
  const watched = signal as Signal | undefined;
  return new Promise((resolve) => {
    const done = (): void => {
      platform.clearTimeout(timer);
      watched?.removeEventListener("abort", done);
      resolve();
    };
    const timer = platform.setTimeout(done, milliseconds);
    watched?.addEventListener("abort", done);
    if (watched?.aborted === true) done();
  });
}

/** One connection, which ends with a signal, or when it has been silent for too long. */
export class Attempt {
  readonly signal: RequestSignal;
  readonly #controller = new platform.AbortController();
  readonly #outer: Signal | undefined;
  readonly #silence: number;
  readonly #decoder = new platform.TextDecoder();
  readonly #abort = (): void => this.#controller.abort();

  /** @param silence - milliseconds that a wait for the other end may take */
  constructor(outer: RequestSignal | undefined, silence: number) {
    this.signal = this.#controller.signal;
    this.#outer = outer as Signal | undefined;
    this.#silence = silence;
    this.#outer?.addEventListener("abort", this.#abort);
    if (this.#outer?.aborted === true) this.#abort();
  }

  /** Waits for the other end. */
  async wait<T>(work: Promise<T>): Promise<T> {
    const timer = platform.setTimeout(this.#abort, this.#silence);
    try {
      return await work;
    } finally {
      platform.clearTimeout(timer);
    }
  }

  /** The text of a body, as it arrives. */
  async *texts({ body }: StreamResponse): AsyncGenerator<string, void, undefined> {
    const reader = body?.getReader();
    if (reader === undefined) return;
    for (;;) {
      const { done, value } = await this.wait(reader.read());
      if (done || value === undefined) return;
      yield this.#decoder.decode(value, { stream: true });
    }
  }

  /** Ends the connection, and leaves nothing that listens. */
  end(): void {
    this.#outer?.removeEventListener("abort", this.#abort);
    this.#abort();
  }
}
