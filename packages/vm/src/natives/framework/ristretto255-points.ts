import type { NativeCall } from "../../port/native.ts";
import type { ExtensionKey } from "../../port/session.ts";
import type { Integer } from "../../value/value.ts";
import type { RistrettoPoint } from "../crypto/ristretto255.ts";

/** The points of a session; Move code holds their positions. */
export const ristrettoPoints: ExtensionKey<RistrettoPoint[]> = { name: "ristretto255 points", create: () => [] };

/** The point of a handle; undefined when there is none. */
export function findPoint(call: NativeCall, handle: Integer): RistrettoPoint | undefined {
  return call.session.extension(ristrettoPoints)[Number(handle)];
}
