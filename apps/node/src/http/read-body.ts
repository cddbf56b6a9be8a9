import type { IncomingMessage } from "node:http";

/** The client went away, or sent less than it had announced: there is nobody to answer. */
export class RequestAborted extends Error {
  override readonly name = "RequestAborted";
}

/**
 * Reads a whole request body. The HTTP parser gives exactly the announced bytes, so the body is whole when they are there: a
 * small one comes with the head of its request, and the end of the stream is told two turns later.
 *
 * @param length - what the request has announced; checked before
 * @throws RequestAborted
 */
export function readBody(request: IncomingMessage, length: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let missing = length;
    const take = (chunk: Uint8Array): void => {
      chunks.push(chunk);
      missing -= chunk.length;
      if (missing === 0) resolve(chunks.length === 1 ? chunk : Buffer.concat(chunks));
    };
    if (length === 0) resolve(new Uint8Array());
    else request.on("data", take);
    request.on("error", (cause) => reject(new RequestAborted("the request ended early", { cause })));
  });
}
