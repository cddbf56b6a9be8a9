/** Name and description of the special in each season. The first pair stands in the sources. */
export const seasons = [
  ["Plum latte", "as sweet as late summer"],
  ["Quince tea", "gold in a glass"],
  ["Espresso and fig", "for short days"],
  ["Rhubarb soda", "the first warm morning"],
] as const;
