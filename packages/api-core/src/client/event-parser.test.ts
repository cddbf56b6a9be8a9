import { expect, test } from "vitest";
import { EventParser } from "./event-parser.ts";

const text =
  ": nothing\nretry: 5\n\nevent: a\nid: 1\ndata: x\ndata:y\n\r\ndata\n\nevent: lost\n\nid: 2\rdata: z: 1\r\rid:3\r\n\r\ndata: é\n\ndata: cut";
const events = [
  { event: "a", data: "x\ny", id: "1" },
  { event: "message", data: "", id: undefined },
  { event: "message", data: "z: 1", id: "2" },
  { event: "message", data: "é", id: undefined },
];

test("reads events however the text is cut, and none that is not ended", () => {
  for (let size = 1; size <= text.length; size++) {
    const parser = new EventParser();
    const found = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
      parser.push(text.slice(i * size, (i + 1) * size)),
    ).flat();
    expect(found, `pieces of ${size}`).toEqual(events);
  }
});

test("refuses an event that never ends", () => {
  const parser = new EventParser();
  const piece = "x".repeat(2 ** 24);
  expect(() => {
    for (let i = 0; i < 5; i++) parser.push(piece);
  }).toThrow(RangeError);
});
