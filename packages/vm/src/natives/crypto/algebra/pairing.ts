import type { IField } from "@noble/curves/abstract/modular.js";
import type { WeierstrassPoint } from "@noble/curves/abstract/weierstrass.js";

/** The pairing of a family of curves, as the library has it. */
interface PairingLibrary<F1, F2, F12> {
  pairingBatch(
    pairs: { readonly g1: WeierstrassPoint<F1>; readonly g2: WeierstrassPoint<F2> }[],
    withFinalExponent?: boolean,
  ): F12;
}

/** The product of the pairings of points. Infinity pairs to one, which the library refuses to say. */
export function pairingProduct<F1, F2, F12>(
  field: IField<F12>,
  library: PairingLibrary<F1, F2, F12>,
): (first: readonly WeierstrassPoint<F1>[], second: readonly WeierstrassPoint<F2>[]) => F12 {
  return (first, second) => {
    const pairs = first.map((g1, i) => ({ g1, g2: second[i]! })).filter(({ g1, g2 }) => !g1.is0() && !g2.is0());
    return pairs.length === 0 ? field.ONE : library.pairingBatch(pairs);
  };
}
