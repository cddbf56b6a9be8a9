import { bcs } from "@iota/bcs";
import type { Library } from "./library.ts";
import { makeSuiStyleLibrary } from "./sui-style.ts";

const { map, ...others } = makeSuiStyleLibrary(bcs as never);

/** `@iota/bcs`, which writes maps in the order given. */
export const library: Library = { ...others, map: { ...map!, note: "does not sort" } };
