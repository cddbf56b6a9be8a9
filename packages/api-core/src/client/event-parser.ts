/** A server-sent event. */
export interface ServerEvent {
  /** Its name; `message` where it has none. */
  readonly event: string;
  readonly data: string;
  /** The id that it brings; absent where it brings none. */
  readonly id: string | undefined;
}

/** Longest event, in UTF-16 units: larger than the largest that a transaction can emit. */
const longest = 64 * 2 ** 20;

/** Reads server-sent events from text as it arrives. @see HTML standard, server-sent events */
export class EventParser {
  #rest = "";
  #name = "";
  #data: string[] = [];
  #id: string | undefined;
  #size = 0;
  /** True after a carriage return at the end of a piece: a line feed that follows belongs to it. */
  #skipsLineFeed = false;

  /** Takes a piece of the text. @returns the events that it completes @throws RangeError for one that is too long */
  push(piece: string): ServerEvent[] {
    const found: ServerEvent[] = [];
    const text = this.#skipsLineFeed && piece.startsWith("\n") ? piece.slice(1) : piece;
    if (piece !== "") this.#skipsLineFeed = piece.endsWith("\r");
    const lines = text.split(/\r\n|\n|\r/);
    lines[0] = this.#rest + lines[0]!;
    this.#rest = lines.pop()!;
    for (const line of lines) {
      const event = this.#take(line);
      if (event !== undefined) found.push(event);
    }
    if (this.#rest.length + this.#size > longest) throw new RangeError("an event of the stream is too long");
    return found;
  }

  /** @returns the event that a blank line ends */
  #take(line: string): ServerEvent | undefined {
    if (line === "") return this.#dispatch();
    const colon = line.indexOf(":");
    if (colon === 0) return undefined;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (name === "event") this.#name = value;
    if (name === "id" && !value.includes("\0")) this.#id = value;
    if (name === "data") {
      this.#data.push(value);
      this.#size += value.length + 1;
    }
    return undefined;
  }

  #dispatch(): ServerEvent | undefined {
    const [name, data, id] = [this.#name, this.#data, this.#id];
    this.#name = "";
    this.#data = [];
    this.#id = undefined;
    this.#size = 0;
    return data.length === 0 ? undefined : { event: name || "message", data: data.join("\n"), id };
  }
}
