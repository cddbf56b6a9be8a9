import type { Random } from "@ledger/random";
import { pageBcs, type StrangerRecord, type StrangerReply, type StrangerRequest } from "@ledger/stranger";

/** One way to be a bad upstream. */
export interface Fault {
  readonly name: string;
  /** Whether it changes records or values, as opposed to not giving any. */
  readonly tampers: boolean;
  apply(
    reply: StrangerReply,
    random: Random,
    records: readonly StrangerRecord[],
    request: StrangerRequest,
  ): StrangerReply;
}

/** Changes the records of a page; where there is no page, or one that is too small for it, flips a bit. */
function rewrite(
  name: string,
  change: (page: StrangerRecord[], random: Random, records: readonly StrangerRecord[]) => StrangerRecord[] | undefined,
): Fault {
  return {
    name,
    tampers: true,
    apply(reply, random, records, request) {
      if (request.kind !== "page") return flipByte(reply, random);
      const start = Number(request.start);
      const page = records.slice(start, start + countOf(bytesOf(reply)));
      const changed = page.length === 0 ? undefined : change(page, random, records);
      return changed === undefined ? flipByte(reply, random) : { ...reply, body: pageBcs(changed) };
    },
  };
}

function replace(name: string, change: (reply: StrangerReply, random: Random) => StrangerReply): Fault {
  return { name, tampers: false, apply: change };
}

const json = { "content-type": "application/json" };

/** Everything that a faulty upstream does to an answer. */
export const faults: readonly Fault[] = [
  { name: "flip", tampers: true, apply: flipByte },
  rewrite("drop", (page, random) => (page.length < 2 ? undefined : page.toSpliced(random.below(page.length - 1), 1))),
  rewrite("repeat", (page, random) => {
    const at = random.below(page.length);
    return page.toSpliced(at, 0, page[at]!);
  }),
  rewrite("reorder", (page, random) => {
    if (page.length < 2) return undefined;
    const at = random.below(page.length - 1);
    return page.toSpliced(at, 2, page[at + 1]!, page[at]!);
  }),
  rewrite("renumber", (page, random) => {
    if (page.length < 2) return undefined;
    const at = random.below(page.length - 1);
    return page.toSpliced(
      at,
      2,
      { ...page[at + 1]!, version: page[at]!.version },
      { ...page[at]!, version: page[at + 1]!.version },
    );
  }),
  rewrite("swap parts", (page, random, records) => {
    const at = random.below(page.length);
    const other = records[1 + random.below(records.length - 1)]!;
    const part = (["transaction", "info", "events", "writeSet", "accumulatorRoot"] as const)[random.below(5)]!;
    return page.toSpliced(at, 1, { ...page[at]!, [part]: other[part] });
  }),
  {
    name: "replay",
    tampers: true,
    apply(reply, random, records, request) {
      if (request.kind !== "page") return flipByte(reply, random);
      const start = random.below(records.length);
      return { ...reply, body: pageBcs(records.slice(start, start + request.limit)) };
    },
  },
  {
    name: "truncate",
    tampers: true,
    apply(reply, random) {
      const body = bytesOf(reply);
      return { ...reply, body: body.subarray(0, random.below(body.length)) };
    },
  },
  replace("cut", (reply, random) => ({ ...reply, cutAt: random.below(bytesOf(reply).length) })),
  replace("delay", (reply, random) => ({ ...reply, delayMs: random.below(20) })),
  replace("silence", (reply) => ({ ...reply, silent: true })),
  replace("endless", (reply) => ({ ...reply, endless: true })),
  replace("lie about the head", (reply, random) => ({
    ...reply,
    headers: { ...reply.headers, "x-aptos-ledger-version": String(random.below(100_000)) },
  })),
  replace("lie about the oldest version", (reply) => ({
    status: 410,
    headers: { ...reply.headers, ...json, "x-aptos-ledger-oldest-version": "99999" },
    body: "{}",
  })),
  replace("too new", (reply) => ({
    status: 400,
    headers: { ...reply.headers, ...json, "x-aptos-ledger-version": "0" },
    body: "{}",
  })),
  replace("empty page", (reply) => ({ ...reply, body: Uint8Array.of(0) })),
  replace("429", () => ({ status: 429, headers: { "retry-after": "1" }, body: "<html>slow down</html>" })),
  replace("500", (reply) => ({ status: 500, headers: reply.headers, body: "oops" })),
  replace("503", () => ({ status: 503, headers: json, body: '{"error_code":"overloaded"}' })),
  replace("401", () => ({ status: 401, headers: {}, body: "" })),
  replace("HTML", () => ({ status: 200, headers: { "content-type": "text/html" }, body: "<html>login</html>" })),
  replace("JSON", (reply) => ({ ...reply, headers: { ...reply.headers, ...json }, body: "[]" })),
  replace("noise", (reply, random) => ({
    ...reply,
    body: Uint8Array.from({ length: 1 + random.below(4000) }, () => random.below(256)),
  })),
];

function flipByte(reply: StrangerReply, random: Random): StrangerReply {
  const body = bytesOf(reply).slice();
  if (body.length === 0) return { ...reply, cutAt: 0, body: Uint8Array.of(0) };
  body[random.below(body.length)]! ^= 1 << random.below(8);
  return { ...reply, body };
}

function bytesOf({ body }: StrangerReply): Uint8Array {
  return typeof body === "string" ? new TextEncoder().encode(body) : body;
}

/** Records of a page: the number that it begins with, in ULEB128. */
function countOf(body: Uint8Array): number {
  let count = 0;
  for (let at = 0; ; at++) {
    count += (body[at]! & 0x7f) * 2 ** (7 * at);
    if (body[at]! < 0x80) return count;
  }
}
