import { bcs } from "@mysten/bcs";
import type { Library } from "./library.ts";
import { makeSuiStyleLibrary } from "./sui-style.ts";

/** `@mysten/bcs`. */
export const library: Library = makeSuiStyleLibrary(bcs);
