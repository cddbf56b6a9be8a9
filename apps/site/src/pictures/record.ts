import type { Drawing } from "./drawing.ts";
import type { Picture } from "./picture.ts";

/** Life of a record: one committed transaction, from a source to the end of the window. */
export const record: Picture = {
  name: "record",
  width: 640,
  height: 654,
  title: "Life of a record",
  description:
    "A record is a committed transaction with its info, events and write set. It comes from a genesis, from other nodes, from a backup or from a chain of one's own. It " +
    "is checked alone: transaction hash, event root, state change hash. Then in its place: its info in the accumulator, and its block from metadata to state root. What differs is " +
    "refused with its block, and asked for again from another node. Waypoint, agreement of several nodes or signatures say that it is the right ledger. A " +
    "commit appends whole blocks to the log; a merge moves them into the tables in the order of keys. From then on it is read at any version. With --execute it is " +
    "executed again, and what differs is reported. When the window has passed it, it is pruned, and answered with 410 version_pruned.",
  draw: (drawing: Drawing) => {
    const sources = ["genesis", "other nodes", "backup", "own chain"].map((name, place) =>
      drawing.box(1 + place * 163, 1, 149, 40, [name]),
    );
    const alone = drawing.box(
      165,
      91,
      310,
      73,
      ["checked alone", "transaction hash, event root,", "state change hash"],
      "core",
    );
    for (const [place, source] of sources.entries()) {
      drawing.arrow(source, "bottom", alone, "top", { at: [0.5, 0.2 + 0.2 * place] });
    }
    const place = ["checked in its place", "its info in the accumulator,", "its block from metadata to state root"];
    const inPlace = drawing.box(165, 188, 310, 73, place, "core");
    const trusted = ["checked against what you trust", "waypoint, other nodes, signatures"];
    const right = drawing.box(165, 285, 310, 54, trusted, "core");
    const commit = drawing.box(165, 363, 310, 54, ["committed", "whole blocks, appended to the log"], "core");
    const merge = drawing.box(165, 441, 310, 54, ["merged", "into the tables, in the order of keys"], "core");
    const read = drawing.box(165, 519, 310, 54, ["read", "at any version of the window"]);
    const pruned = drawing.box(165, 613, 310, 40, ["pruned: 410 version_pruned"], "note");
    const steps = [alone, inPlace, right, commit, merge, read];
    for (const [place, box] of steps.slice(1).entries()) drawing.arrow(steps[place]!, "bottom", box, "top");
    drawing.arrow(read, "bottom", pruned, "top", { label: "the window has passed it" });
    const refused = drawing.box(511, 188, 128, 73, ["refused, with", "its block; asked", "for elsewhere"], "bad");
    drawing.arrow(alone, "right", refused, "top", { look: "dashed" });
    drawing.arrow(inPlace, "right", refused, "left", { look: "dashed" });
    drawing.arrow(right, "right", refused, "bottom", { look: "dashed" });
    const again = drawing.box(
      1,
      423,
      134,
      92,
      ["executed again,", "with --execute:", "what differs", "is reported"],
      "note",
    );
    drawing.arrow(commit, "left", again, "top", { look: "dashed" });
  },
};
