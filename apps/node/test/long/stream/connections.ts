import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** A stream without a client library: its cost is the node's. */
export interface RawStream {
  readonly socket: Socket;
  /** Called with each piece of the answer. */
  onText: (text: string) => void;
}

/** Opens a stream from an address of this machine, and waits for the head of its answer. */
async function openStream(url: string, query: string, from = "127.0.0.1"): Promise<RawStream> {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, localAddress: from });
  socket.setEncoding("latin1");
  const stream: RawStream = { socket, onText: () => undefined };
  const began = Promise.withResolvers<void>();
  socket.once("error", began.reject);
  socket.on("data", (text: string) => {
    if (text.startsWith("HTTP/1.1 ")) {
      if (text.startsWith("HTTP/1.1 200 ")) began.resolve();
      else began.reject(new Error(text.slice(0, 200)));
    }
    stream.onText(text);
  });
  socket.write(`GET /v1/stream${query} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\n\r\n`);
  await began.promise;
  socket.on("error", () => undefined);
  return stream;
}

/** Opens many streams, some at a time, from several addresses. */
export async function openStreams(url: string, queries: readonly string[]): Promise<RawStream[]> {
  const streams: RawStream[] = [];
  for (let i = 0; i < queries.length; i += 50) {
    const part = queries.slice(i, i + 50);
    streams.push(
      ...(await Promise.all(part.map((query, k) => openStream(url, query, `127.0.0.${2 + ((i + k) % 16)}`)))),
    );
  }
  return streams;
}

/** Closes streams. */
export async function closeStreams(streams: readonly RawStream[]): Promise<void> {
  for (const { socket } of streams) socket.destroy();
  await delay(500);
}
