import type { Box, Drawing, Look } from "./drawing.ts";
import type { Picture } from "./picture.ts";

/** The steps of a transaction, with what a client sees meanwhile and what may end it there. */
const steps: readonly (readonly [name: string, more: string, look: Look, seen?: string, ends?: readonly string[]])[] = [
  ["your client", "builds the bytes and signs them", "plain"],
  ["validation", "signature, sequence number, gas", "core", "", ["refused: an error,", "and nothing is kept"]],
  [
    "mempool",
    "in order of sequence numbers",
    "core",
    "pending_transaction",
    ["expired: it never was", "in the ledger"],
  ],
  ["execution", "prologue, payload, epilogue", "core", "", ["aborted: its fee, and", "no other write"]],
  ["record", "info, events, write set, hashes", "core"],
  ["verification", "as of any other ledger", "core"],
  ["commit", "whole blocks, to the disk", "core"],
  ["answers", "its events, state at any version", "plain", "user_transaction"],
];

const height = 54;
const gap = 24;

/** Life of a transaction on a local network. */
export const transaction: Picture = {
  name: "transaction",
  width: 640,
  height: steps.length * (height + gap) - gap + 2,
  title: "Life of a transaction",
  description:
    "On a local network. Your client builds the bytes of a transaction and signs them. The node validates signature, sequence number and gas; " +
    "what it refuses leaves nothing but an error. The mempool keeps transactions in the order of their sequence numbers: by its hash " +
    "one is a pending transaction. One that expires never was in the ledger. A block executes it: prologue, payload, epilogue. If the payload aborts, only " +
    "its fee is written. What comes out is a record with transaction info, events, write set and their hashes, which is verified as those of any other ledger are, and " +
    "committed to the disk with its whole block. Then it is answered: by its hash it is a user transaction, with its events, and state at any version.",
  draw: (drawing: Drawing) => {
    let last: Box | undefined;
    steps.forEach(([name, more, look, seen = "", ends], place) => {
      const y = 1 + place * (height + gap);
      const box = drawing.box(165, y, 262, height, [name, more], look);
      if (last !== undefined) drawing.arrow(last, "bottom", box, "top");
      if (place === 0) drawing.words(306, y + height + 16, "POST /v1/transactions");
      if (seen !== "") {
        drawing.words(150, y + 24, "by its hash:", "end");
        drawing.words(150, y + 42, seen, "end");
      }
      if (ends !== undefined) {
        const end = drawing.box(466, y + 3, 172, height - 6, ends, "bad");
        drawing.arrow(box, "right", end, "left", { look: "dashed" });
      }
      last = box;
    });
  },
};
