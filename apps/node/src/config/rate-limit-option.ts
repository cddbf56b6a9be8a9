import { InvalidArgumentError, Option } from "commander";

/** How many requests one client may send in a time. Plain data: it crosses process boundaries. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

/** Parses `100/s`, `600/m` or `1000/10m`. @throws InvalidArgumentError */
function parseRateLimit(text: string): RateLimit {
  const [, requests = "", count = "1", unit = ""] = /^([1-9]\d{0,8})\/([1-9]\d{0,3})?([smh])$/.exec(text) ?? [];
  const seconds = secondsOf[unit];
  if (seconds === undefined) throw new InvalidArgumentError("expected requests and a time, such as 100/s or 1000/10m.");
  return { requests: Number(requests), seconds: Number(count) * seconds };
}

/** The option that bounds how often a client may ask. */
export function rateLimitOption(): Option {
  return new Option("--rate-limit <requests/time>", "requests that one client may send per unit of time, such as 100/s")
    .env("LEDGER_RATE_LIMIT")
    .argParser(parseRateLimit);
}
