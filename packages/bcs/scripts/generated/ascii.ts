/** Most characters that one call takes. */
const most = 16;

const bytes = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => (i === 0 ? "b[p]!" : `b[p + ${i}]!`));

/** The call, broken as the formatter breaks it when it starts `column` characters into its line. */
function call(count: number, indent: string, column: number, end: string): string {
  const flat = `make(${bytes(count).join(", ")})`;
  if (column + flat.length + end.length <= 120) return flat + end;
  const lines = bytes(count).map((byte) => `${indent}  ${byte},\n`);
  return `make(\n${lines.join("")}${indent})${end}`;
}

const cases = Array.from({ length: most }, (_, i) => {
  const count = i + 1;
  return `    case ${count}:\n      return ${call(count, "      ", 13, ";")}\n`;
});

/** Text of `src/internal/ascii.ts`. */
export const ascii: string = `// Made by scripts/generated/ascii.ts: change that, then run \`pnpm --filter @ledger/bcs generate\`.
const make = String.fromCharCode;

// One call with all characters makes a flat string in one go. Adding them one at a time is four times slower at sixteen
// characters, and from thirteen on leaves a tree of pieces that the first use has to flatten; the call into the engine's
// TextDecoder costs as much as this does for about forty.

/** Text of \`length\` bytes from \`p\`, each of which must be ASCII. */
export function readAscii(b: Uint8Array, p: number, length: number): string {
  switch (length) {
    case 0:
      return "";
${cases.join("")}    default:
      return (
        ${call(most, "        ", 121, "")} + readAscii(b, p + ${most}, length - ${most})
      );
  }
}
`;
