// Made by scripts/generated/ascii.ts: change that, then run `pnpm --filter @ledger/bcs generate`.
const make = String.fromCharCode;

// One call with all characters makes a flat string in one go. Adding them one at a time is four times slower at sixteen
// characters, and from thirteen on leaves a tree of pieces that the first use has to flatten; the call into the engine's
// TextDecoder costs as much as this does for about forty.

/** Text of `length` bytes from `p`, each of which must be ASCII. */
export function readAscii(b: Uint8Array, p: number, length: number): string {
  switch (length) {
    case 0:
      return "";
    case 1:
      return make(b[p]!);
    case 2:
      return make(b[p]!, b[p + 1]!);
    case 3:
      return make(b[p]!, b[p + 1]!, b[p + 2]!);
    case 4:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!);
    case 5:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!);
    case 6:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!);
    case 7:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!, b[p + 6]!);
    case 8:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!, b[p + 6]!, b[p + 7]!);
    case 9:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!, b[p + 6]!, b[p + 7]!, b[p + 8]!);
    case 10:
      return make(
        b[p]!,
        b[p + 1]!,
        b[p + 2]!,
        b[p + 3]!,
        b[p + 4]!,
        b[p + 5]!,
        b[p + 6]!,
        b[p + 7]!,
        b[p + 8]!,
        b[p + 9]!,
      );
    case 11:
      return make(
        b[p]!,
        b[p + 1]!,
        b[p + 2]!,
        b[p + 3]!,
        b[p + 4]!,
        b[p + 5]!,
        b[p + 6]!,
        b[p + 7]!,
        b[p + 8]!,
        b[p + 9]!,
        b[p + 10]!,
      );
    case 12:
      return make(
        b[p]!,
        b[p + 1]!,
        b[p + 2]!,
        b[p + 3]!,
        b[p + 4]!,
        b[p + 5]!,
        b[p + 6]!,
        b[p + 7]!,
        b[p + 8]!,
        b[p + 9]!,
        b[p + 10]!,
        b[p + 11]!,
      );
    case 13:
      return make(
        b[p]!,
        b[p + 1]!,
        b[p + 2]!,
        b[p + 3]!,
        b[p + 4]!,
        b[p + 5]!,
        b[p + 6]!,
        b[p + 7]!,
        b[p + 8]!,
        b[p + 9]!,
        b[p + 10]!,
        b[p + 11]!,
        b[p + 12]!,
      );
    case 14:
      return make(
        b[p]!,
        b[p + 1]!,
        b[p + 2]!,
        b[p + 3]!,
        b[p + 4]!,
        b[p + 5]!,
        b[p + 6]!,
        b[p + 7]!,
        b[p + 8]!,
        b[p + 9]!,
        b[p + 10]!,
        b[p + 11]!,
        b[p + 12]!,
        b[p + 13]!,
      );
    case 15:
      return make(
        b[p]!,
        b[p + 1]!,
        b[p + 2]!,
        b[p + 3]!,
        b[p + 4]!,
        b[p + 5]!,
        b[p + 6]!,
        b[p + 7]!,
        b[p + 8]!,
        b[p + 9]!,
        b[p + 10]!,
        b[p + 11]!,
        b[p + 12]!,
        b[p + 13]!,
        b[p + 14]!,
      );
    case 16:
      return make(
        b[p]!,
        b[p + 1]!,
        b[p + 2]!,
        b[p + 3]!,
        b[p + 4]!,
        b[p + 5]!,
        b[p + 6]!,
        b[p + 7]!,
        b[p + 8]!,
        b[p + 9]!,
        b[p + 10]!,
        b[p + 11]!,
        b[p + 12]!,
        b[p + 13]!,
        b[p + 14]!,
        b[p + 15]!,
      );
    default:
      return (
        make(
          b[p]!,
          b[p + 1]!,
          b[p + 2]!,
          b[p + 3]!,
          b[p + 4]!,
          b[p + 5]!,
          b[p + 6]!,
          b[p + 7]!,
          b[p + 8]!,
          b[p + 9]!,
          b[p + 10]!,
          b[p + 11]!,
          b[p + 12]!,
          b[p + 13]!,
          b[p + 14]!,
          b[p + 15]!,
        ) + readAscii(b, p + 16, length - 16)
      );
  }
}
