/** JSON with line breaks, without parsing its numbers: u64 balances must keep every digit. */
export function prettyJson(text: string): string {
  let out = "";
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? "";
    if (inString) {
      out += char;
      if (char === "\\") out += text[++i] ?? "";
      else if (char === '"') inString = false;
    } else if (char === '"') {
      inString = true;
      out += char;
    } else if (char === "{" || char === "[") {
      const close = char === "{" ? "}" : "]";
      if (text[i + 1] === close) {
        out += char + close;
        i++;
      } else {
        out += `${char}\n${"  ".repeat(++depth)}`;
      }
    } else if (char === "}" || char === "]") {
      out += `\n${"  ".repeat(--depth)}${char}`;
    } else if (char === ",") {
      out += `,\n${"  ".repeat(depth)}`;
    } else if (char === ":") {
      out += ": ";
    } else if (!/\s/.test(char)) {
      out += char;
    }
  }
  return out;
}
