import { decodeStateKey, Path, stateKeyTags } from "@ledger/types";

/** True for the encoded state key of a module. */
export function isModule(encoded: Uint8Array): boolean {
  if (encoded[0] !== stateKeyTags.accessPath) return false;
  const key = decodeStateKey(encoded);
  return key.kind === "AccessPath" && Path.decode(key.value.path).kind === "Code";
}
