import type { IncomingMessage } from "node:http";

/** The client went away, or sent less than it had announced: there is nobody to answer. */
export class RequestAborted extends Error {
  override readonly name = "RequestAborted";
}

/**
 * Reads a whole request body. Its announced length was checked before, and the HTTP parser takes no byte beyond it.
 *
 * @throws RequestAborted
 */
export function readBody(request: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    request.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    request.on("end", () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    request.on("error", (cause) => reject(new RequestAborted("the request ended early", { cause })));
  });
}
