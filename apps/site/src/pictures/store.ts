import type { Drawing } from "./drawing.ts";
import type { Picture } from "./picture.ts";

const left = 130;
const step = 30;
const at = (version: number): number => left + version * step;
const rowAt = (place: number): number => 130 + place * 58;

/** Keys with the versions that wrote them; the first are those that no kept version sees. */
const rows: readonly (readonly [key: string, gone: readonly number[], kept: readonly number[]])[] = [
  ["alice's coins", [1, 3], [5, 9, 14]],
  ["bob's coins", [], [2, 12]],
  ["a module", [0], [4, 15]],
];

const oldestState = 6.5;
const oldestRecord = 3.5;
const asked = 10.5;
const logged = 13.3;
const end = 16;

/** A store: the writes that it keeps of each key, and its windows. */
export const store: Picture = {
  name: "store",
  width: 640,
  height: 382,
  title: "The versioned store and its windows",
  description:
    "Versions run from left to right, each key is a row, each write of it a dot. A read at a version takes the newest write of the key at or before that version. The state window " +
    "says how far back such reads go: an older one is answered with 410 version_pruned. A write is swept when no version of the window sees it; the newest write before the window is still seen, and " +
    "stays. The window of transactions and events begins earlier or at the same version. The newest writes are in the log, and are merged into the tables in the order of keys.",
  draw: (drawing: Drawing) => {
    const bar = (y: number, from: number, text: string): void => {
      drawing.box(at(from), y, at(end) - at(from), 32, [text], "core");
    };
    drawing.words(1, 22, "kept");
    bar(1, oldestRecord, "transactions: --ledger-window");
    bar(43, oldestState, "state: --state-window");
    drawing.words(at(oldestState) - 8, 98, "before: 410 version_pruned", "end");
    drawing.shape(`<path class="gone" d="M${at(oldestState)} 80V284"/>`);
    rows.forEach(([key, gone], place) => {
      const y = rowAt(place);
      drawing.words(1, y + 5, key, "name");
      drawing.shape(`<path class="gone" d="M${left} ${y}H${at(end)}"/>`);
      for (const version of gone) drawing.shape(`<circle class="gone" cx="${at(version)}" cy="${y}" r="6"/>`);
    });
    drawing.box(at(asked) - 55, 298, 110, 30, ["read here"]);
    rows.forEach(([, , kept], place) => {
      const seen = kept.findLast((version) => version <= asked)!;
      drawing.shape(`<path class="line" d="M${at(asked)} 298V${rowAt(place)}H${at(seen) + 9}"/>`);
    });
    drawing.box(at(logged), 102, at(end) - at(logged), 182, [], "note");
    rows.forEach(([, , kept], place) => {
      for (const version of kept)
        drawing.shape(`<circle class="kept" cx="${at(version)}" cy="${rowAt(place)}" r="6"/>`);
    });
    drawing.words(at(logged) + 6, 276, "the log");
    drawing.shape(`<circle class="kept" cx="8" cy="348" r="6"/><circle class="gone" cx="8" cy="372" r="6"/>`);
    drawing.words(22, 353, "a write that a kept version sees: the newest before the window, too");
    drawing.words(22, 377, "a write that no kept version sees: swept");
    drawing.words(at(end), 317, "versions →", "end");
  },
};
