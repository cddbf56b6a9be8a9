import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { Connections, noteAnswer } from "./connections.ts";

class FakeConnection extends EventEmitter {
  bytesWritten = 0;
  destroy(): this {
    this.emit("close");
    return this;
  }
}

const fake = (): FakeConnection & Socket => new FakeConnection() as FakeConnection & Socket;

test("a connection on which no answer moves for the whole time is closed, another one is not", () => {
  const connections = new Connections({ perClient: 10, idle: 100 });
  const [still, moving] = [fake(), fake()] as { bytesWritten: number }[] as [Socket, { bytesWritten: number } & Socket];
  for (const connection of [still, moving]) expect(connections.add(connection, "a", 0)).toBe(true);
  connections.sweep(60);
  (moving as { bytesWritten: number }).bytesWritten = 10;
  connections.sweep(99);
  expect(connections.size).toBe(2);
  connections.sweep(120);
  expect(connections.size).toBe(1);
  connections.sweep(198);
  expect(connections.size).toBe(1);
  connections.sweep(199);
  expect(connections.size).toBe(0);
});

test("a client has no more connections than it may have, whatever others have", () => {
  const connections = new Connections({ perClient: 2, idle: 100 });
  const first = fake();
  expect(connections.add(first, "a", 0)).toBe(true);
  expect(connections.add(fake(), "a", 0)).toBe(true);
  expect(connections.add(fake(), "a", 0)).toBe(false);
  expect(connections.add(fake(), "b", 0)).toBe(true);
  for (let i = 0; i < 5; i++) expect(connections.add(fake(), undefined, 0)).toBe(true);
  first.destroy();
  expect(connections.add(fake(), "a", 0)).toBe(true);
  expect(connections.add(fake(), "a", 0)).toBe(false);
});

test("on a real server requests keep a connection open, line breaks do not", async () => {
  const connections = new Connections({ perClient: 10, idle: 1_000 });
  const server = createServer({ keepAliveTimeout: 0 }, (_request, response) => response.end("ok"));
  server.on("connection", (socket) => connections.add(socket, "a", 0));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const ask = async (): Promise<void> => {
    client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await once(client, "data");
    await delay(20);
  };
  await ask();
  connections.sweep(900);
  await ask();
  connections.sweep(1_800);
  expect(client.destroyed).toBe(false);
  client.write("\r\n\r\n");
  await delay(50);
  connections.sweep(2_790);
  expect(connections.size).toBe(1);
  connections.sweep(2_800);
  await once(client, "close");
  await vi.waitFor(() => expect(connections.size).toBe(0), { timeout: 300_000 });
  server.close();
});

test("closing the idle ones leaves a connection alone until its answer has left", async () => {
  const connections = new Connections({ perClient: 10, idle: 1_000 });
  const body = Buffer.alloc(32 * 2 ** 20);
  const server = createServer((_request, response) => {
    noteAnswer(response);
    response.end(body);
  });
  server.closeIdleConnections = () => connections.closeIdle(performance.now());
  server.on("connection", (socket) => connections.add(socket, "a", 0));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  let received = 0;
  await once(client, "readable");
  server.close();
  await delay(100);
  const closing = setInterval(() => connections.closeIdle(performance.now()), 10);
  client.on("data", (chunk: Buffer) => {
    received += chunk.length;
  });
  await once(client, "close");
  clearInterval(closing);
  expect(received).toBeGreaterThan(body.length);
});
