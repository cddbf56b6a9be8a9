import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { Random } from "@ledger/random";

/** A proxy that cuts connections in the middle of anything. */
export interface CuttingProxy extends AsyncDisposable {
  /** Base URL without a path. */
  readonly url: string;
  /** Connections that it has cut. */
  readonly cuts: number;
}

/**
 * Starts a proxy that cuts each connection after a random number of bytes from the node.
 *
 * @param mostBytes - the number is below it
 */
export async function startCuttingProxy(upstream: string, random: Random, mostBytes: number): Promise<CuttingProxy> {
  const { hostname, port } = new URL(upstream);
  const sockets = new Set<Socket>();
  let cuts = 0;
  const server = createServer((client) => {
    const node = connect(Number(port), hostname);
    let left = random.below(mostBytes);
    const end = (): void => {
      client.destroy();
      node.destroy();
    };
    for (const socket of [client, node]) {
      sockets.add(socket);
      socket.on("error", end).once("close", () => {
        sockets.delete(socket);
        end();
      });
    }
    client.on("data", (bytes) => node.write(bytes));
    node.on("data", (bytes) => {
      client.write(bytes.subarray(0, left));
      left -= bytes.length;
      if (left > 0) return;
      cuts++;
      // What was written has to leave first: cut is in the middle of an answer, not before it.
      client.end(end);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get cuts() {
      return cuts;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
