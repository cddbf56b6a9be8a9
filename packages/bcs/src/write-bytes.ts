import { releaseWriter, takeWriter } from "./internal/writer-pool.ts";
import type { Writer } from "./writer.ts";

/**
 * The bytes that a function writes, in the buffer that all encoders share: for what is no codec, e.g. a type that is known
 * only at run time.
 *
 * @param write - must not keep the writer
 * @throws whatever `write` throws
 */
export function writeBytes(write: (writer: Writer) => void): Uint8Array<ArrayBuffer> {
  const writer = takeWriter();
  try {
    write(writer);
    return writer.finish();
  } finally {
    releaseWriter(writer);
  }
}
