import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A server in the set-up of a run: files ask it for something that they share. */
export interface Door {
  readonly url: string;
  close(): void | Promise<void>;
}

/** Opens a door. @param answer - what it throws is the answer too, as a failure */
export async function openDoor(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Door> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Asks at a door. @returns its answer, of JSON @throws Error with the answer of a door that failed */
export async function askDoor<T>(url: string): Promise<T> {
  const response = await fetch(url);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return JSON.parse(text) as T;
}
