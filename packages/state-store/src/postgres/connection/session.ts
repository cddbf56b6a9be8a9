import type pg from "pg";

/** A parameter of a statement. Numbers and text are sent as text, bytes in binary. */
export type Parameter = number | string | boolean | Uint8Array | null;

/** An SQL statement that runs more than once. */
export interface Statement {
  /** Unique within the driver. */
  readonly name: string;
  readonly text: string;
}

/**
 * A connection with the statements that it has prepared.
 */
export class Session {
  readonly client: pg.Client;
  readonly #prepare: boolean;
  #generation = 0;
  #isBroken = false;

  constructor(client: pg.Client, prepare: boolean) {
    this.client = client;
    this.#prepare = prepare;
    client.once("end", () => {
      this.#isBroken = true;
    });
    client.on("error", () => {
      this.#isBroken = true;
    });
  }

  /** True if nothing can be sent any more. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Runs a statement, prepared where that is possible. */
  async run<Row extends object>({ name, text }: Statement, values: readonly Parameter[]): Promise<readonly Row[]> {
    const query = { text, values: values.map(toWire) };
    const result = await this.client.query<Row>(
      this.#prepare ? { ...query, name: `${name}_${this.#generation}` } : query,
    );
    return result.rows;
  }

  /** Forgets what is prepared: the server dropped it, or it does not fit the tables any more. New names replace the old ones. */
  prepareAgain(): void {
    this.#generation++;
  }

  /** Ends the connection without waiting for anything. */
  discard(): void {
    this.#isBroken = true;
    this.client.end().catch(() => undefined);
  }
}

/** The library sends buffers in binary, whatever the type of the parameter. */
function toWire(value: Parameter): unknown {
  return value instanceof Uint8Array && !Buffer.isBuffer(value)
    ? Buffer.from(value.buffer, value.byteOffset, value.length)
    : value;
}
