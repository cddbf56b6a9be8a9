import { SyncError } from "../refusal/sync-error.ts";

/**
 * Reads a response body whole, at most `limit` bytes, whatever its declared length says. The transfer is cancelled as
 * soon as the bound is passed.
 *
 * @param onChunk - called for every piece that arrives
 * @throws {@link SyncError} `too_large`; what the transport throws when the transfer breaks off
 */
export async function readBody(response: Response, limit: number, onChunk?: () => void): Promise<Uint8Array> {
  if (response.body === null) return new Uint8Array(0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body) {
    onChunk?.();
    length += chunk.length;
    if (length > limit) {
      // Leaving the loop by an exception cancels the stream.
      throw new SyncError("too_large", "the body is too large", {
        field: "bytes",
        expected: `at most ${limit}`,
        actual: `more than ${limit}`,
      });
    }
    chunks.push(chunk);
  }
  if (chunks.length === 1) return chunks[0]!;
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
