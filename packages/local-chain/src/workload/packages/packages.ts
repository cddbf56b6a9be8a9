import { bytes } from "@ledger/bcs";
import type { Address } from "@ledger/types";
import { moveTo, replaceConstants } from "./adapt.ts";
import { badgeModule, cafeModules, seasonModule } from "./bytecode.ts";
import type { MovePackage } from "./package-metadata.ts";

/** The package of the shop, at 0xcafe. */
export function cafePackage(): MovePackage {
  const modules = cafeModules();
  return { name: "Cafe", moduleNames: modules.map(({ name }) => name), modules: modules.map(({ code }) => code) };
}

/** What the sources call the special, and what the seasons call it. The first is that of the sources. */
const seasons = [
  ["Plum latte", "as sweet as late summer"],
  ["Quince tea", "gold in a glass"],
  ["Espresso and fig", "for short days"],
  ["Rhubarb soda", "the first warm morning"],
] as const;

/** The package that is upgraded with every season, at 0xcafe. */
export function seasonPackage(season: number): MovePackage {
  const [drink, words] = seasons[season % seasons.length]!;
  const [originalDrink, originalWords] = seasons[0];
  const module = replaceConstants(seasonModule(), [
    [constant(originalDrink), constant(drink)],
    [constant(originalWords), constant(words)],
  ]);
  return { name: "Season", moduleNames: ["season"], modules: [module] };
}

/** The package that is deployed to an object, whose address its module bears. */
export function badgePackage(object: Address): MovePackage {
  return { name: "Badge", moduleNames: ["badge"], modules: [moveTo(badgeModule(), object)] };
}

function constant(text: string): Uint8Array {
  return bytes.encode(new TextEncoder().encode(text));
}
