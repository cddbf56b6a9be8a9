export { folderForkCache } from "../node/fork-folder.ts";
export type { ForkCache } from "./fork-cache.ts";
export { ForkError, type ForkErrorCode, type ForkErrorDetails } from "./fork-error.ts";
export type { ForkPoint } from "./fork-file.ts";
export { parseForkUrl } from "./fork-url.ts";
export { type FindModule, type ForkOptions, type ForkSource, fetchedValue, openFork } from "./open-fork.ts";
