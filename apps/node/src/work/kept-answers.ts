import type { ApiResponse } from "@ledger/api-core";

/** The largest part of all bytes that one answer may take. */
const largestPart = 2;

/** Answers that were made before, as many as a bound of bytes allows; what was not asked for longest goes first. */
export class KeptAnswers {
  readonly #limit: number;
  readonly #answers = new Map<string, ApiResponse>();
  #bytes = 0;
  #hits = 0;
  #misses = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** What is kept, and how often something was found. */
  get load(): { readonly bytes: number; readonly hits: number; readonly misses: number } {
    return { bytes: this.#bytes, hits: this.#hits, misses: this.#misses };
  }

  find(key: string): ApiResponse | undefined {
    const answer = this.#answers.get(key);
    if (answer === undefined) {
      this.#misses++;
      return undefined;
    }
    this.#hits++;
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    return answer;
  }

  keep(key: string, answer: ApiResponse): void {
    const size = sizeOf(key, answer);
    if (size > this.#limit / largestPart || this.#answers.has(key)) return;
    this.#answers.set(key, answer);
    this.#bytes += size;
    for (const [oldest, old] of this.#answers) {
      if (this.#bytes <= this.#limit) break;
      this.#answers.delete(oldest);
      this.#bytes -= sizeOf(oldest, old);
    }
  }
}

function sizeOf(key: string, { body }: ApiResponse): number {
  return key.length + (body?.length ?? 0) + 1024;
}
