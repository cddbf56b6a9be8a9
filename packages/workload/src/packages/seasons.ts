/** What the sources call the special, and what the seasons call it. The first is that of the sources. */
export const seasons = [
  ["Plum latte", "as sweet as late summer"],
  ["Quince tea", "gold in a glass"],
  ["Espresso and fig", "for short days"],
  ["Rhubarb soda", "the first warm morning"],
] as const;
