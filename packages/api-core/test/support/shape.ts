/**
 * A JSON value without what differs from one run of a network to the next: every number, and every run of hex or decimal digits in a
 * text, is a mark. Members, their order in arrays, names, kinds and words stay.
 */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value === "number") return "<number>";
  if (typeof value === "string") return value.replace(/0x[0-9a-f]+/g, "<hex>").replace(/\b[0-9]+\b/g, "<digits>");
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
}

/** A value of which each text is cut where the text in its place in `example` is: there it ends with an ellipsis. */
export function cutAs(example: unknown, value: unknown): unknown {
  if (typeof value === "string") {
    const isCut = typeof example === "string" && example.endsWith("…");
    return isCut ? `${value.slice(0, example.length - 1)}…` : value;
  }
  if (typeof value !== "object" || value === null || typeof example !== "object" || example === null) return value;
  if (Array.isArray(value)) return value.map((item, index) => cutAs(Reflect.get(example, index), item));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, cutAs(Reflect.get(example, name), member)]),
  );
}
