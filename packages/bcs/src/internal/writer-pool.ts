import { Writer } from "../writer.ts";

// One buffer serves nearly every encode call. A larger one is given back to the engine, so that one huge value does not
// hold its memory for ever.
const maxKeptCapacity = 0x10_0000;

let idle: Writer | undefined;

/** The shared writer, or a fresh one where an encoder runs inside another (in a `transform`, say). */
export function takeWriter(): Writer {
  const writer = idle;
  if (writer === undefined) return new Writer();
  idle = undefined;
  writer.position = 0;
  writer.depth = 0;
  writer.lazyDepth = 0;
  writer.emptyItems = 0;
  return writer;
}

/** Gives a writer back once nothing refers to its buffer. */
export function releaseWriter(writer: Writer): void {
  if (writer.target.length <= maxKeptCapacity) idle = writer;
}
