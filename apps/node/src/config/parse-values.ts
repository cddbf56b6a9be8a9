import { InvalidArgumentError } from "commander";

/** Parses a whole number, such as `1000`. @throws InvalidArgumentError */
export function parseCount(text: string): bigint {
  if (!/^\d{1,18}$/.test(text)) throw new InvalidArgumentError("expected a whole number.");
  return BigInt(text);
}

/** Parses a version above 0, or `latest`. @throws InvalidArgumentError */
export function parseStartVersion(text: string): bigint | "latest" {
  if (text === "latest") return text;
  if (!/^\d{1,16}$/.test(text)) throw new InvalidArgumentError("expected a version, or latest.");
  return BigInt(text);
}

/** Parses milliseconds, at least 10, or 0. @throws InvalidArgumentError */
export function parseInterval(text: string): number {
  const interval = /^\d{1,7}$/.test(text) ? Number(text) : -1;
  if (interval < 0 || (interval > 0 && interval < 10)) {
    throw new InvalidArgumentError("expected milliseconds, at least 10, or 0.");
  }
  return interval;
}

/** Parses milliseconds, up to a minute. @throws InvalidArgumentError */
export function parseWait(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 60_000) {
    throw new InvalidArgumentError("expected milliseconds, at most 60000.");
  }
  return Number(text);
}

/** Parses a number of processes, 1 to 64. @throws InvalidArgumentError */
export function parseWorkers(text: string): number {
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > 64) throw new InvalidArgumentError("expected a number of processes, 1 to 64.");
  return count;
}

const secondsOf: Readonly<Record<string, bigint>> = { s: 1n, m: 60n, h: 3_600n, d: 86_400n };

/** Parses a time span such as `90s`, `15m`, `36h` or `7d`. @returns microseconds @throws InvalidArgumentError */
export function parseTimeSpan(text: string): bigint {
  const [, count = "", unit = ""] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const seconds = secondsOf[unit];
  if (seconds === undefined) throw new InvalidArgumentError("expected a time span, such as 90s, 15m, 36h or 7d.");
  return BigInt(count) * seconds * 1_000_000n;
}

const bytesOf: Readonly<Record<string, number>> = { MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 };

/** Parses a size such as `500MiB` or `20GiB`. @returns bytes @throws InvalidArgumentError */
export function parseSize(text: string): number {
  const [, count = "", unit = ""] = /^(\d{1,6})(MiB|GiB|TiB)$/.exec(text) ?? [];
  const bytes = bytesOf[unit];
  if (bytes === undefined) throw new InvalidArgumentError("expected a size, such as 500MiB or 20GiB.");
  return Number(count) * bytes;
}

/** Parses how many upstreams must agree: `all`, or a number from 1 on. @throws InvalidArgumentError */
export function parseAgreement(text: string): "all" | number {
  if (text === "all") return text;
  if (!/^[1-9]\d?$/.test(text)) throw new InvalidArgumentError("expected all, or a number of nodes from 1 on.");
  return Number(text);
}

/** Returns true if a URL carries a user name or a password: it could not be fetched, and the password would be in logs. */
export function hasCredentials(text: string): boolean {
  if (/^\s*[a-z][a-z0-9+.-]*:\/\/[^/?#]*@/i.test(text)) return true;
  // What is written in another way and read as one all the same.
  const { username, password } = URL.parse(text) ?? {};
  return Boolean(username || password);
}

/** Parses the API root of a node. @throws InvalidArgumentError */
export function parseUrl(text: string): string {
  // Refused when all options are read: the refusal of one value prints the value.
  if (hasCredentials(text)) return text;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new InvalidArgumentError("expected the URL of a node's API, such as https://node.example/v1.");
  }
  return text;
}
