import type { NativeTable } from "./native.ts";

/** Every native that this package implements. */
export const frameworkNatives: NativeTable = new Map();
