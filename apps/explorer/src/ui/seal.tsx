/** Digits of an address that the seal is drawn from: the last ones, which also short addresses have. */
const digits = 8;

/**
 * A small mark drawn from an address, alike on both sides, so that the eye finds the same account again in a list. It
 * proves nothing: only the digits do.
 */
export function Seal({ address }: { address: string }) {
  let seed = 2166136261;
  for (const char of address.replace(/^0x0*/, "").padStart(digits, "0")) {
    seed = Math.imul(seed ^ char.charCodeAt(0), 16777619) >>> 0;
  }
  // By itself the hash of so few digits spreads badly (finalizer of MurmurHash3).
  seed = Math.imul(seed ^ (seed >>> 16), 0x85ebca6b);
  seed = Math.imul(seed ^ (seed >>> 13), 0xc2b2ae35);
  seed = (seed ^ (seed >>> 16)) >>> 0;
  const cells: { x: number; y: number }[] = [];
  for (let row = 0; row < 5; row++) {
    for (let column = 0; column < 3; column++) {
      if (((seed >>> (row * 3 + column)) & 1) === 0) continue;
      cells.push({ x: column, y: row });
      if (column < 2) cells.push({ x: 4 - column, y: row });
    }
  }
  return (
    <svg class={`seal hue-${(seed >>> 15) % 6}`} viewBox="0 0 5 5" aria-hidden="true">
      {cells.map(({ x, y }) => (
        <rect key={`${x}.${y}`} x={x} y={y} width="1.02" height="1.02" />
      ))}
    </svg>
  );
}
