/** A value as JSON in lines, with integers of any size in quotes. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, (_, member: unknown) => (typeof member === "bigint" ? `${member}` : member), 2);
  return text ?? "undefined";
}
