// A node that lies: it passes on what an honest one says, and invents balances.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { arrayBuffer } from "node:stream/consumers";
import { decodeStateAnswer, encodeStateAnswer } from "@ledger/verifier";

/** Changes an answer: a balance, and the last byte of each value that is proved. */
function lie(path: string, body: Uint8Array): Uint8Array {
  if (path.includes("/balance/")) return new TextEncoder().encode("1000000000000");
  if (path.startsWith("/v1/view")) return new TextEncoder().encode('["1000000000000"]');
  if (!path.startsWith("/v1/proofs/state") && !path.startsWith("/v1/proofs/view")) return body;
  const answer = decodeStateAnswer(body);
  const entries = answer.entries.map((entry) => ({
    ...entry,
    value: entry.value?.map((byte, i, { length }) => (i === length - 1 ? byte ^ 1 : byte)),
  }));
  return encodeStateAnswer({ ...answer, entries });
}

/**
 * Starts the liar.
 *
 * @param honest - where the API of an honest node is, e.g. `http://127.0.0.1:8080/v1`
 * @returns where that of the liar is, and what ends it
 */
export async function startLiar(honest: string): Promise<{ readonly url: string; stop(): void }> {
  const server = createServer(async (request, response) => {
    const { method = "GET", url: path = "/", headers } = request;
    const body = new Uint8Array(await arrayBuffer(request));
    const answer = await fetch(new URL(path, honest), {
      method,
      headers: { accept: headers.accept ?? "*/*", "content-type": headers["content-type"] ?? "application/json" },
      ...(method === "POST" && { body }),
    });
    const said = new Uint8Array(await answer.arrayBuffer());
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "application/json" });
    response.end(answer.ok ? lie(path, said) : said);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
