import type { IncomingMessage } from "node:http";

/**
 * Reads a whole request body into one buffer. The HTTP parser gives exactly the announced bytes, so the body is whole when they
 * are there: a small one comes with the head of its request, and the end of the stream is reported two turns later. When the
 * client leaves before, there is no one to answer.
 *
 * @param length - what the request has announced; checked before
 */
export function readBody(request: IncomingMessage, length: number, use: (body: Uint8Array<ArrayBuffer>) => void): void {
  const body = new Uint8Array(length);
  let at = 0;
  if (length === 0) {
    use(body);
    return;
  }
  request.on("data", (chunk: Uint8Array) => {
    body.set(chunk, at);
    at += chunk.length;
    if (at === length) use(body);
  });
  request.on("error", () => request.destroy());
}
