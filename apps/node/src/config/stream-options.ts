import { InvalidArgumentError, Option } from "commander";

/** Bounds of streams at one time, subscriptions of GraphQL among them. */
export interface StreamOptions {
  /** Of all clients. */
  readonly maxStreams: number;
  /** Of one address. */
  readonly maxClientStreams: number;
}

function parseStreams(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError("expected a number from 0 to 99999.");
  return Number(text);
}

/** The options of {@link StreamOptions}. */
export function streamOptions(): Option[] {
  return [
    new Option("--max-streams <count>", "maximum concurrent streams and subscriptions; 0 for none")
      .env("LEDGER_MAX_STREAMS")
      .argParser(parseStreams)
      .default(5_000),
    new Option("--max-client-streams <count>", "maximum concurrent streams and subscriptions of one address")
      .env("LEDGER_MAX_CLIENT_STREAMS")
      .argParser(parseStreams)
      .default(100),
  ];
}
