import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Random } from "@ledger/random";

/** What a proxy does to one request in so many. */
const faults = {
  /** Cuts the connection. */
  cut: 0.02,
  /** Answers 500. */
  fail: 0.02,
  /** Sends half of the answer and cuts the connection. */
  half: 0.01,
  /** Answers late. */
  late: 0.02,
} as const;

const lateMs = 1_500;

/** A proxy between a follower and its upstream that fails now and then. */
export interface FaultyProxy extends AsyncDisposable {
  readonly url: string;
  /** Faults so far. */
  readonly faults: number;
}

/** Starts it. @param upstream - base URL without a path */
export async function startFaultyProxy(upstream: string, random: Random): Promise<FaultyProxy> {
  let count = 0;
  const server = createServer((incoming, outgoing) => {
    const dice = random.fraction();
    if (dice < faults.cut) {
      count++;
      incoming.socket.destroy();
    } else if (dice < faults.cut + faults.fail) {
      count++;
      outgoing.writeHead(500).end();
    } else if (dice < faults.cut + faults.fail + faults.half) {
      count++;
      pass(upstream, incoming, outgoing, true);
    } else if (dice < faults.cut + faults.fail + faults.half + faults.late) {
      count++;
      setTimeout(() => pass(upstream, incoming, outgoing, false), lateMs);
    } else pass(upstream, incoming, outgoing, false);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get faults() {
      return count;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pass(upstream: string, incoming: IncomingMessage, outgoing: ServerResponse, isHalved: boolean): void {
  const { host: _, ...headers } = incoming.headers;
  const call = request(`${upstream}${incoming.url}`, { method: incoming.method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    if (!isHalved) {
      answer.pipe(outgoing);
      return;
    }
    answer.once("data", (chunk: Buffer) => {
      outgoing.write(chunk.subarray(0, chunk.length / 2), () => outgoing.destroy());
      answer.destroy();
    });
  });
  call.on("error", () => outgoing.destroy());
  incoming.pipe(call);
}
