/**
 * Verifies an SLH-DSA-SHA2-128s signature in the pure form with an empty context, as FIPS 205 defines it. The library is loaded when
 * the first one is to be verified.
 *
 * @param publicKey - 32 bytes
 * @param signature - 7856 bytes
 */
export async function verifySlhDsa(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  const { slh_dsa_sha2_128s: scheme } = await import("@noble/post-quantum/slh-dsa.js");
  try {
    return scheme.verify(signature, message, publicKey);
  } catch {
    return false;
  }
}
