import type { JsonWriter } from "@ledger/move";
import type { StreamMark } from "../contract/stream.ts";
import type { StreamItemName } from "./match-record.ts";
import { formatMark } from "./place.ts";

/** How things of a stream are written one after the other, around the JSON of each. */
export interface Frames {
  readonly begin: (output: JsonWriter, name: StreamItemName, mark: StreamMark) => void;
  readonly end: (output: JsonWriter) => void;
}

/** As server-sent events. JSON has no line breaks, so the data of each is one line. @see HTML standard, server-sent events */
export const eventFrames: Frames = {
  begin: (output, name, mark) => output.rawText(`event: ${name}\nid: ${formatMark(mark)}\ndata: `),
  end: (output) => output.rawText("\n\n"),
};

/** As the items of a JSON array, without its brackets. */
export const jsonFrames: Frames = {
  begin: (output, name, mark) =>
    output.rawText(`${output.length > 0 ? "," : ""}{"id":"${formatMark(mark)}","event":"${name}","data":`),
  end: (output) => output.rawText("}"),
};

/** A server-sent event that is written at once. @param mark - absent for one that does not move the place to go on from */
export function eventText(name: string, data: object, mark?: StreamMark): string {
  const id = mark === undefined ? "" : `id: ${formatMark(mark)}\n`;
  return `event: ${name}\n${id}data: ${JSON.stringify(data)}\n\n`;
}
