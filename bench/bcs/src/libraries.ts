import type { Library } from "./library.ts";

/** Modules of the libraries, by the name shown. Each is loaded into processes of its own. */
export const libraries: Readonly<Record<string, () => Promise<{ library: Library }>>> = {
  "@ledger/bcs": () => import("./ledger.ts"),
  "hand-written": () => import("./hand-written.ts"),
  "@mysten/bcs": () => import("./mysten.ts"),
  "@iota/bcs": () => import("./iota.ts"),
  "@aptos-labs/ts-sdk": () => import("./aptos.ts"),
  "micro-packed": () => import("./micro-packed.ts"),
  "@dao-xyz/borsh": () => import("./borsh.ts"),
};
