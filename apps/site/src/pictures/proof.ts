import type { Drawing } from "./drawing.ts";
import type { Picture } from "./picture.ts";

/** The way from a value to what one trusts, and what no proof shows. */
export const proof: Picture = {
  name: "proof",
  width: 640,
  height: 530,
  title: "What is proved by what",
  description:
    "From below: a balance is in a state value; its sparse Merkle proof leads to the state root. An event leads to the event root. A signed transaction has the transaction hash; " +
    "its write set has the state change hash. These four are in the transaction info of a version; the state root only where a block ends. An accumulator proof leads from the " +
    "info to the root of the ledger at a later version. That root is what you trust: because the validators signed it, because a waypoint names it, or because several nodes agree. " +
    "No proof shows that a list is complete, that state which was fetched on demand is right, or that the writes are what the transaction does: execution shows that.",
  draw: (drawing: Drawing) => {
    const trusted = [
      drawing.box(1, 1, 200, 54, ["signatures", "of an epoch's validators"]),
      drawing.box(220, 1, 200, 54, ["a waypoint", "published by the network"]),
      drawing.box(439, 1, 200, 54, ["agreement", "of several nodes"]),
    ];
    const root = drawing.box(
      150,
      103,
      340,
      54,
      ["root of the ledger", "all transaction infos up to a version"],
      "core",
    );
    for (const [place, box] of trusted.entries()) {
      drawing.arrow(root, "top", box, "bottom", { at: [0.25 + 0.25 * place, 0.5] });
    }
    const info = drawing.box(1, 215, 638, 76, [], "core");
    drawing.words(15, 239, "transaction info of one version", "name");
    drawing.arrow(info, "top", root, "bottom", { label: "accumulator proof" });
    const members = ["transaction hash", "state change hash", "event root", "state root"].map((name, place) =>
      drawing.box(14 + place * 155, 250, 147, 30, [name], "note"),
    );
    const ways = ["hash", "hash", "proof", "proof"];
    const ends = [
      ["transaction", "with signature"],
      ["write set", "all its writes"],
      ["event", "at its place"],
      ["state value", "your balance"],
    ];
    for (const [place, lines] of ends.entries()) {
      const end = drawing.box(14 + place * 155, 349, 147, 54, lines);
      drawing.arrow(end, "top", members[place]!, "bottom", { label: ways[place]! });
    }
    drawing.box(
      1,
      438,
      638,
      90,
      [
        "No proof shows that a list is complete,",
        "or that state which was fetched on demand is right.",
        "That the writes are what the transaction does is shown by execution: --execute.",
      ],
      "note",
    );
  },
};
