import { ApiError, type ApiResponse, type StreamPage, type StreamQuestion, unpackStreamPage } from "@ledger/api-core";
import type { LargeAnswers } from "../work/large-answers.ts";
import type { Making } from "../work/work-thread.ts";

/** Reads parts of streams, see `Api.readStream`. */
export type ReadStream = (question: StreamQuestion, making: Making) => Promise<ApiResponse>;

/** Parts of {@link readPart}. */
export interface PartReading {
  readonly read: ReadStream;
  readonly largeAnswers: Pick<LargeAnswers, "answer">;
}

/** A part of a stream with the memory that it lies in, which all clients of the part share. */
export interface ReadPage extends StreamPage {
  readonly whole: Uint8Array;
}

/**
 * What came of a try to read a part: the part, the event that nothing can follow, or why it could not be read, which is `undefined` where there
 * was only too much to do.
 */
export type ReadResult = ReadPage | { readonly gone: string } | { readonly failure: unknown };

const neverAborted = new AbortController().signal;

/** Reads a part of a stream when its turn has come. @param question - asked for then; `undefined` where nothing is wanted any more */
export async function readPart(
  { largeAnswers, read }: PartReading,
  client: string,
  question: () => StreamQuestion | undefined,
): Promise<ReadResult> {
  const nothing = { status: 204, headers: {}, body: undefined };
  try {
    const work = { work: "stream", key: undefined, client, signal: neverAborted } as const;
    const { status, body, error } = await largeAnswers.answer(work, async (making) => {
      const asked = question();
      return asked === undefined ? nothing : read(asked, making);
    });
    if (status === 410) return { gone: typeof body === "string" ? body : Buffer.from(body ?? []).toString() };
    if (status !== 200 || !(body instanceof Uint8Array)) return { failure: error?.cause ?? error };
    return { ...unpackStreamPage(body), whole: body };
  } catch (error) {
    return { failure: error instanceof ApiError && error.cause === undefined ? undefined : error };
  }
}

/** The parts of a page that one filter wants. */
export function piecesOf({ items, spans }: StreamPage, filter: number): Uint8Array[] {
  const own = spans[filter]!;
  return Array.from({ length: own.length / 2 }, (_, i) => items.subarray(own[2 * i], own[2 * i + 1]));
}

/** Bytes of pieces together. */
export function sizeOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}
