import { bytes } from "@ledger/bcs";
import type { Address } from "@ledger/types";
import { moveTo, replaceConstants } from "./adapt.ts";
import { badgeModule, badgeSource, cafeModules, cafeSource, seasonModule, seasonSource } from "./bytecode.ts";
import type { MovePackage } from "./package-metadata.ts";
import { seasons } from "./seasons.ts";

/** The package of the shop, at 0xcafe. */
export function cafePackage(): MovePackage {
  const modules = cafeModules();
  return {
    name: "Cafe",
    moduleNames: modules.map(({ name }) => name),
    modules: modules.map(({ code }) => code),
    sources: modules.map(({ name }) => cafeSource(name)),
  };
}

/** The package that is upgraded with every season, at 0xcafe. */
export function seasonPackage(season: number): MovePackage {
  const index = season % seasons.length;
  const [drink, words] = seasons[index]!;
  const [originalDrink, originalWords] = seasons[0];
  const module = replaceConstants(seasonModule(), [
    [constant(originalDrink), constant(drink)],
    [constant(originalWords), constant(words)],
  ]);
  return { name: "Season", moduleNames: ["season"], modules: [module], sources: [seasonSource(index)] };
}

/** The package that is deployed to an object, whose address its module bears. */
export function badgePackage(object: Address): MovePackage {
  return { name: "Badge", moduleNames: ["badge"], modules: [moveTo(badgeModule(), object)], sources: [badgeSource()] };
}

function constant(text: string): Uint8Array {
  return bytes.encode(new TextEncoder().encode(text));
}
