import type { Drawing } from "./drawing.ts";
import type { Picture } from "./picture.ts";

const width = 138;
const columns = [1, 168, 335, 502] as const;

/** The work of the node in one picture: from the sources of a ledger to those who ask. */
export const node: Picture = {
  name: "node",
  width: 641,
  height: 262,
  title: "What the node does",
  description:
    "A ledger comes from a genesis, from another node or from a backup, and is verified: every hash of it. Or your client sends transactions to a network of your own, which are " +
    "executed: what comes out is verified in the same way. The store keeps state at every version of a window. From there it is answered: over the REST API, to views and " +
    "simulations, to the explorer, and to your tests, in one process with them or in a page.",
  draw: (drawing: Drawing) => {
    const column = (x: number, first: number, names: readonly (readonly string[])[]) =>
      names.map((lines, place) => drawing.box(x, first + place * 54, width, 42, lines));
    const sources = column(columns[0], 1, [["genesis"], ["another node"], ["backup"]]);
    const client = drawing.box(columns[0], 207, width, 54, ["your client", "transactions"]);
    const verify = drawing.box(columns[1], 49, width, 54, ["verify", "every hash of it"], "core");
    const execute = drawing.box(columns[1], 207, width, 54, ["execute", "Move, gas"], "core");
    const store = drawing.box(columns[2], 90, width, 92, ["store", "state at every", "version of a", "window"], "core");
    for (const [place, source] of sources.entries()) {
      drawing.arrow(source, "right", verify, "left", { at: [0.5, 0.3 + 0.2 * place] });
    }
    drawing.arrow(client, "right", execute, "left");
    drawing.arrow(execute, "top", verify, "bottom");
    drawing.arrow(verify, "right", store, "left");
    const answers = column(columns[3], 34, [["REST API"], ["views"], ["explorer"], ["your tests"]]);
    for (const [place, answer] of answers.entries()) {
      drawing.arrow(store, "right", answer, "left", { at: [0.2 + 0.2 * place, 0.5] });
    }
  },
};
