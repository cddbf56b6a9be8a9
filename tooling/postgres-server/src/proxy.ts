import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP proxy that cuts connections where a test wants them cut. */
export interface CuttingProxy {
  readonly port: number;
  /** `postgres://…` through the proxy. */
  url(parameters?: string): string;
  /** Leads new connections elsewhere from now on; those that there are end. */
  redirect(port: number): void;
  /** Ends all connections, and each new one until it is called with `false`. */
  block(isBlocked: boolean): void;
  /**
   * Cuts the connection over which the text next goes to the server. `before`: the server never gets it; `after`: the server
   * gets it, and its answer is lost; `never`: not any more.
   */
  cutAt(text: string, when: "before" | "after" | "never"): void;
  /**
   * Tells of each piece of data on its way to the server, which waits for the watcher: `before` the server gets it, and `after` the server
   * has answered, before the client knows. `undefined` ends that.
   */
  watch(watcher: MessageWatcher | undefined): void;
  /** How often a connection was cut at a text. */
  readonly cuts: number;
  close(): Promise<void>;
}

/** Hears of data on its way to a server. */
export type MessageWatcher = (data: Buffer, when: "before" | "after") => Promise<void>;

/** Starts a proxy to a port of this machine. */
export async function startCuttingProxy(target: number): Promise<CuttingProxy> {
  let port = target;
  let isBlocked = false;
  let cut: { readonly text: string; readonly when: "before" | "after" } | undefined;
  let cuts = 0;
  let watcher: MessageWatcher | undefined;
  const sockets = new Set<Socket>();

  const server = createServer((client) => {
    if (isBlocked) {
      client.destroy();
      return;
    }
    const upstream = connect(port, "127.0.0.1");
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    let isDeaf = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", end);
      socket.on("close", () => {
        sockets.delete(socket);
        end();
      });
    }
    /** The end of all that goes over this connection while it is watched, in its order. */
    let turn = Promise.resolve();
    let unanswered: Buffer | undefined;
    const inTurn = (work: () => Promise<void> | void): void => {
      turn = turn.then(work).catch(end);
    };
    client.on("data", (chunk) => {
      if (watcher !== undefined) {
        const told = watcher;
        inTurn(async () => {
          await told(chunk, "before");
          unanswered = chunk;
          upstream.write(chunk);
        });
        return;
      }
      if (cut === undefined || !chunk.includes(cut.text)) {
        upstream.write(chunk);
        return;
      }
      const { when } = cut;
      cut = undefined;
      cuts++;
      if (when === "before") {
        end();
        return;
      }
      isDeaf = true;
      upstream.write(chunk, () => client.destroy());
    });
    upstream.on("data", (chunk) => {
      if (isDeaf) return;
      const asked = unanswered;
      unanswered = undefined;
      inTurn(async () => {
        if (asked !== undefined) await watcher?.(asked, "after");
        client.write(chunk);
      });
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const own = (server.address() as AddressInfo).port;
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: own,
    url: (parameters = "") =>
      `postgres://postgres@127.0.0.1:${own}/postgres${parameters === "" ? "" : `?${parameters}`}`,
    redirect(next) {
      port = next;
      endAll();
    },
    block(blocked) {
      isBlocked = blocked;
      if (blocked) endAll();
    },
    cutAt(text, when) {
      cut = when === "never" ? undefined : { text, when };
    },
    watch(next) {
      watcher = next;
    },
    get cuts() {
      return cuts;
    },
    async close() {
      endAll();
      server.close();
      await once(server, "close");
    },
  };
}
