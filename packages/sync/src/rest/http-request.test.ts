import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { httpRequest } from "./http-request.ts";

const bounds = { headersMs: 30_000, idleMs: 30_000, totalMs: 30_000, bodyBytes: 1_000 };

/** A server on this machine. @returns its URL, and what it was asked */
async function serve(answer: RequestListener): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

test.each([301, 302, 303, 307, 308])("a redirect with %i is an answer, and nobody else is asked", async (status) => {
  const elsewhere = await serve((_, response) => response.end("secret"));
  const upstream = await serve((_, response) =>
    response.writeHead(status, { location: `${elsewhere.url}/inside` }).end("moved"),
  );
  const { signal } = new AbortController();
  for (const body of [undefined, "{}"]) {
    const answer = await httpRequest(fetch, `${upstream.url}/v1`, {}, bounds, signal, body);
    expect(answer).toMatchObject({ status });
  }
  expect(upstream.asked).toEqual(["GET /v1", "POST /v1"]);
  expect(elsewhere.asked).toEqual([]);
});
