import type { NativeCall } from "../../port/native.ts";
import type { ExtensionKey } from "../../port/session.ts";
import { RandomBytes } from "../random-bytes.ts";

const randomness: ExtensionKey<RandomBytes> = {
  name: "randomness of tests",
  create: () => new RandomBytes("natives of tests"),
};

/** Bytes for keys of tests: others for each call of a session, the same in every run. */
export function madeUp(call: NativeCall, length: number): Uint8Array {
  return call.session.extension(randomness).take(length).slice();
}
