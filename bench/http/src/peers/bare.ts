// The least that answers the plan with Node's own server: the same point reads, then one write of the same bytes.
import { createServer, type ServerResponse } from "node:http";
import type { LedgerSummary } from "@ledger/state-store";
import { openSqliteReader } from "@ledger/state-store/sqlite";
import { type Exchange, readPlan } from "../plan.ts";
import { announce } from "./announce.ts";

const plan = readPlan();
const reader = openSqliteReader(plan.database);

/** An exchange, ready to be answered. */
interface Answer {
  readonly reads: readonly { readonly key: Uint8Array; readonly version: bigint | undefined }[];
  readonly status: number;
  readonly headers: string[];
  readonly body: string | Buffer;
}

const answers = new Map(plan.exchanges.map((exchange) => [exchange.url, prepare(exchange)]));

function prepare({ reads, status, headers, body }: Exchange): Answer {
  const bytes = Buffer.from(body, "base64");
  return {
    reads: reads.map(({ key, version }) => ({
      key: Buffer.from(key, "hex"),
      version: version === undefined ? undefined : BigInt(version),
    })),
    status,
    headers: [...headers],
    body: bytes.length < 65_536 ? bytes.toString("utf8") : bytes,
  };
}

/** The head of the ledger, read once for the requests that are at hand together, as the node reads it. */
let head: bigint | undefined;

function readHead(): bigint {
  if (head === undefined) {
    // SQLite answers at once, whatever the port allows.
    head = (reader.summary() as LedgerSummary).version;
    setImmediate(() => {
      head = undefined;
    });
  }
  return head;
}

function send({ reads, status, headers, body }: Answer, response: ServerResponse): void {
  const latest = readHead();
  for (const { key, version } of reads) void reader.readState(version ?? latest, key);
  response.writeHead(status, headers);
  response.end(status === 304 ? undefined : body);
}

const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? "");
  if (answer === undefined) {
    response.writeHead(404).end();
  } else if (request.method === "POST") {
    request.on("data", () => {});
    request.on("end", () => send(answer, response));
  } else {
    send(answer, response);
  }
});
announce(server);
