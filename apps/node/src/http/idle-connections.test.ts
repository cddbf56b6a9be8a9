import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { IdleConnections } from "./idle-connections.ts";

class FakeConnection extends EventEmitter {
  bytesRead = 0;
  bytesWritten = 0;
  destroy(): this {
    this.emit("close");
    return this;
  }
}

test("a connection that stands still for the whole time is closed, one that moves is not", () => {
  const idle = new IdleConnections(100);
  const [still, moving] = [new FakeConnection(), new FakeConnection()];
  for (const connection of [still, moving]) idle.watch(connection as unknown as Socket, 0);
  moving.bytesRead = 10;
  idle.sweep(60);
  expect(idle.size).toBe(2);
  idle.sweep(120);
  expect(idle.size).toBe(1);
  moving.bytesWritten = 10;
  idle.sweep(159);
  idle.sweep(258);
  expect(idle.size).toBe(1);
  idle.sweep(259);
  expect(idle.size).toBe(0);
});

test("requests on a connection of a real server count as movement", async () => {
  const idle = new IdleConnections(1_000);
  const server = createServer({ keepAliveTimeout: 0 }, (_request, response) => response.end("ok"));
  server.on("connection", (socket) => idle.watch(socket, 0));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const ask = async (): Promise<void> => {
    client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await once(client, "data");
    await delay(20);
  };
  await ask();
  idle.sweep(900);
  await ask();
  idle.sweep(1_800);
  expect(client.destroyed).toBe(false);
  idle.sweep(2_800);
  await once(client, "close");
  server.close();
});
