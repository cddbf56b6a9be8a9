import type { IncomingMessage } from "node:http";

/**
 * Reads a whole request body. The HTTP parser gives exactly the announced bytes, so the body is whole when they are there: a
 * small one comes with the head of its request, and the end of the stream is told two turns later. When the client goes away
 * before, there is nobody to answer.
 *
 * @param length - what the request has announced; checked before
 */
export function readBody(request: IncomingMessage, length: number, use: (body: Uint8Array) => void): void {
  if (length === 0) {
    use(new Uint8Array());
    return;
  }
  const chunks: Uint8Array[] = [];
  let missing = length;
  request.on("data", (chunk: Uint8Array) => {
    chunks.push(chunk);
    missing -= chunk.length;
    if (missing === 0) use(chunks.length === 1 ? chunk : Buffer.concat(chunks));
  });
  request.on("error", () => request.destroy());
}
