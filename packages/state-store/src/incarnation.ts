/**
 * Draws a number that practically no other writer has drawn. One is drawn whenever a ledger is begun or gone on with.
 *
 * @returns a whole number, 1 to 2^53 - 1
 */
export function drawIncarnation(): number {
  const [drawn] = crypto.getRandomValues(new BigUint64Array(1)) as unknown as readonly [bigint];
  return Number(drawn >> 11n) || 1;
}
