import { SyncError } from "../refusal/sync-error.ts";

/** A JSON object whose members are read one by one, each with its type. */
export class JsonObject {
  readonly #members: Readonly<Record<string, unknown>>;
  readonly #what: string;

  /** @throws {@link SyncError} `invalid_backup` when the value is no object */
  constructor(value: unknown, what: string) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw invalid(what, "not an object");
    this.#members = value as Readonly<Record<string, unknown>>;
    this.#what = what;
  }

  /** Names of the members. */
  get names(): readonly string[] {
    return Object.keys(this.#members);
  }

  has(name: string): boolean {
    return this.#members[name] !== undefined && this.#members[name] !== null;
  }

  string(name: string): string {
    const value = this.#members[name];
    if (typeof value !== "string") throw invalid(this.#what, name);
    return value;
  }

  /** A version or an epoch: a whole number that JSON keeps exact. */
  number(name: string): bigint {
    const value = this.#members[name];
    if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) throw invalid(this.#what, name);
    return BigInt(value);
  }

  object(name: string): JsonObject {
    return new JsonObject(this.#members[name], `${this.#what}.${name}`);
  }

  array(name: string): readonly unknown[] {
    const value = this.#members[name];
    if (!Array.isArray(value)) throw invalid(this.#what, name);
    return value;
  }

  objects(name: string): readonly JsonObject[] {
    return this.array(name).map((value) => new JsonObject(value, `${this.#what}.${name}`));
  }
}

/** Most values in one text: a manifest of a hundred thousand chunks has fewer. Parsed, each takes many times the bytes that it has as text. */
const maxValues = 1_000_000;

/** Reads JSON text. @throws {@link SyncError} `invalid_backup`, `too_large` */
export function parseJsonObject(text: string, what: string): JsonObject {
  if (countValues(text) > maxValues) {
    throw new SyncError("too_large", `${what} has too many values`, { expected: `at most ${maxValues}` });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new SyncError("invalid_backup", `${what} is not JSON`, { cause });
  }
  return new JsonObject(value, what);
}

/** At most as many as a text has, and a few that are commas in strings. */
function countValues(text: string): number {
  let count = 1;
  for (let i = 0; i < text.length && count <= maxValues; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x2c || code === 0x5b || code === 0x7b) count++;
  }
  return count;
}

function invalid(what: string, field: string): SyncError {
  return new SyncError("invalid_backup", `${what} is malformed`, { field });
}
