import { DevnetError } from "../errors.ts";

/** White space and comments, which separate tokens; a documentation comment (`///`) is a token of its own. */
const TOKEN = /(\s+|\/\/(?!\/)[^\n]*)|\/\/\/[^\n]*|0x[0-9a-fA-F]+|[A-Za-z_]\w*|\d+|::|[{}()<>[\],:;&#=+]/y;

/** The tokens of a declaration, with one position that moves forward. */
export class TokenStream {
  readonly #tokens: readonly string[];
  #next = 0;

  /** @throws {@link DevnetError} `invalid_definition` for a character that no token starts with */
  constructor(text: string) {
    const tokens: string[] = [];
    TOKEN.lastIndex = 0;
    while (TOKEN.lastIndex < text.length) {
      const start = TOKEN.lastIndex;
      const match = TOKEN.exec(text);
      if (match === null) throw new DevnetError("invalid_definition", `no token at ${text.slice(start, start + 20)}`);
      if (match[1] === undefined) tokens.push(match[0]);
    }
    this.#tokens = tokens;
  }

  /** Whether every token has been taken. */
  get done(): boolean {
    return this.#next === this.#tokens.length;
  }

  /** The token `ahead` places further; empty text behind the last one. */
  peek(ahead = 0): string {
    return this.#tokens[this.#next + ahead] ?? "";
  }

  /** Takes whatever comes next. */
  take(): string {
    const token = this.peek();
    if (token === "") throw new DevnetError("invalid_definition", "a declaration ends too early");
    this.#next += 1;
    return token;
  }

  /** Takes the next token if it is `token`. */
  skip(token: string): boolean {
    if (this.peek() !== token) return false;
    this.#next += 1;
    return true;
  }

  /** @throws {@link DevnetError} `invalid_definition` when something else comes next */
  expect(token: string): void {
    if (this.skip(token)) return;
    const context = this.#tokens.slice(Math.max(0, this.#next - 5), this.#next + 1).join(" ");
    throw new DevnetError("invalid_definition", `expected ${token} at the end of: ${context}`);
  }

  /** Items between `open` and `close`, separated by commas; a trailing comma is allowed. */
  list<T>(open: string, close: string, item: () => T): T[] {
    this.expect(open);
    const items: T[] = [];
    while (!this.skip(close)) {
      items.push(item());
      if (this.peek() !== close) this.expect(",");
    }
    return items;
  }
}
