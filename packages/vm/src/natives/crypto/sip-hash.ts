/** The four words of state as pairs of halves, low half first. */
type State = [number, number, number, number, number, number, number, number];

/**
 * SipHash-2-4 with the zero key.
 *
 * @returns 64 bits, unsigned
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#5.7 | Specification, virtual machine 5.7}
 */
export function sipHash(bytes: Uint8Array): bigint {
  // The constants of the algorithm: "somepseudorandomlygeneratedbytes", not mixed with a key.
  const state: State = [0x70736575, 0x736f6d65, 0x6e646f6d, 0x646f7261, 0x6e657261, 0x6c796765, 0x79746573, 0x74656462];
  const whole = bytes.length & ~7;
  for (let at = 0; at < whole; at += 8) absorb(state, word(bytes, at), word(bytes, at + 4));
  const last = new Uint8Array(8);
  last.set(bytes.subarray(whole));
  last[7] = bytes.length;
  absorb(state, word(last, 0), word(last, 4));
  state[4] ^= 0xff;
  for (let round = 0; round < 4; round++) mix(state);
  const low = state[0] ^ state[2] ^ state[4] ^ state[6];
  const high = state[1] ^ state[3] ^ state[5] ^ state[7];
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
}

function word(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
}

function absorb(state: State, low: number, high: number): void {
  state[6] ^= low;
  state[7] ^= high;
  mix(state);
  mix(state);
  state[0] ^= low;
  state[1] ^= high;
}

/** One SipRound: v0 to v3 are at 0, 2, 4 and 6. */
function mix(state: State): void {
  add(state, 0, 2);
  add(state, 4, 6);
  rotate(state, 2, 13);
  rotate(state, 6, 16);
  xor(state, 2, 0);
  xor(state, 6, 4);
  rotate(state, 0, 32);
  add(state, 4, 2);
  add(state, 0, 6);
  rotate(state, 2, 17);
  rotate(state, 6, 21);
  xor(state, 2, 4);
  xor(state, 6, 0);
  rotate(state, 4, 32);
}

type Word = 0 | 2 | 4 | 6;

function add(state: State, target: Word, source: Word): void {
  const low = (state[target] >>> 0) + (state[source] >>> 0);
  state[target] = low | 0;
  state[target + 1] = (state[target + 1]! + state[source + 1]! + (low > 0xffffffff ? 1 : 0)) | 0;
}

function xor(state: State, target: Word, source: Word): void {
  state[target] ^= state[source];
  state[target + 1]! ^= state[source + 1]!;
}

function rotate(state: State, target: Word, bits: number): void {
  const low = state[target];
  const high = state[target + 1]!;
  if (bits === 32) {
    state[target] = high;
    state[target + 1] = low;
    return;
  }
  state[target] = (low << bits) | (high >>> (32 - bits));
  state[target + 1] = (high << bits) | (low >>> (32 - bits));
}
