export type { ForkCache } from "./fork/fork-cache.ts";
export { ForkError, type ForkErrorCode, type ForkErrorDetails } from "./fork/fork-error.ts";
export type { ForkPoint } from "./fork/fork-file.ts";
export type { FindModule, ForkOptions, ForkSource } from "./fork/fork-source.ts";
export { parseForkUrl } from "./fork/fork-url.ts";
export { fetchedValue, openFork } from "./fork/open-fork.ts";
export { folderForkCache } from "./node/fork-folder.ts";
