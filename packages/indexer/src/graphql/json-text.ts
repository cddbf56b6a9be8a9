/** Writes a value of JSON as PostgreSQL does, with a space after each colon and comma, and shorter names first. */
export function jsonText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonText).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1));
  return `{${members.map(([name, item]) => `${JSON.stringify(name)}: ${jsonText(item)}`).join(", ")}}`;
}
