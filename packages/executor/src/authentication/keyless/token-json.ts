/** A member of a token's header or claims. */
export interface TokenMember {
  readonly value: unknown;
  /** The first token of its value, as it was written: of a number all of it. */
  readonly source: string;
  /** True if the object has several of this name. The value is the last one then. */
  readonly isRepeated: boolean;
}

/** Members by their names. */
export type TokenMembers = ReadonlyMap<string, TokenMember>;

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/**
 * Reads the members of a JSON object as the chain's validators do, who see more of it than `JSON.parse` tells: a name that is there twice, and
 * numbers above 2^53. All nodes must read the same of a token that somebody makes up.
 *
 * @returns `undefined` for what is no object
 */
export function readMembers(json: string): TokenMembers | undefined {
  const values = parseObject(json);
  if (values === undefined) return undefined;
  const members = new Map<string, TokenMember>();
  let depth = 0;
  let name = "";
  let before = "";
  for (const [token] of json.matchAll(tokens)) {
    if (depth === 1 && before === ":") {
      members.set(name, { value: values[name], source: token, isRepeated: members.has(name) });
    } else if (depth === 1 && token.startsWith('"')) name = JSON.parse(token) as string;
    if (token === "{" || token === "[") depth++;
    else if (token === "}" || token === "]") depth--;
    before = token;
  }
  return members;
}

/** A text that is there once; `undefined` for anything else. */
export function readText(members: TokenMembers, name: string): string | undefined {
  const { value, isRepeated } = members.get(name) ?? {};
  return typeof value === "string" && isRepeated === false && isWellFormed(value) ? value : undefined;
}

/** False for a text with half of a character, which UTF-8 cannot say. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

const maxU64 = 2n ** 64n - 1n;

/** A number of 64 bits that is there once, written without sign, fraction and exponent; `undefined` for anything else. */
export function readU64(members: TokenMembers, name: string): bigint | undefined {
  const { source = "", isRepeated } = members.get(name) ?? {};
  if (isRepeated !== false || !/^[0-9]{1,20}$/.test(source)) return undefined;
  const value = BigInt(source);
  return value > maxU64 ? undefined : value;
}

function parseObject(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
