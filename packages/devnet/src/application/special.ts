import { buildModule } from "@ledger/move";

/** Name of the module that is upgraded again and again. */
export const SPECIAL_MODULE = "special";

/** Seasons whose function the module keeps. */
const KEPT = 3;

/**
 * Bytecode of the drinks of the season. Its functions change with the season; its struct gains nothing, as a compatible upgrade
 * demands, and its enum gains variants at the end until it has seen every one.
 */
export function buildSpecialModule(season: number): Uint8Array {
  const seasons = Array.from({ length: Math.min(KEPT, season + 1) }, (_, i) => season - i);
  const fruits = ["Plum", "Quince", "Pear", "Apple", "Fig"].slice(0, 1 + Math.min(season, 4));
  return buildModule({
    address: "0xcafe",
    name: SPECIAL_MODULE,
    structs: [
      {
        name: "Fruit",
        abilities: ["copy", "drop", "store"],
        variants: fruits.map((name) => ({ name, fields: [{ name: "grams", type: "u16" }] })),
      },
      {
        name: "Special",
        abilities: ["copy", "drop", "store"],
        fields: [
          { name: "fruit", type: "0xcafe::special::Fruit" },
          { name: "price", type: "u64" },
        ],
      },
    ],
    functions: seasons.map((number) => ({
      name: `drink_of_season_${number}`,
      visibility: "public" as const,
      view: true,
      returns: ["0xcafe::special::Special"],
    })),
  });
}
