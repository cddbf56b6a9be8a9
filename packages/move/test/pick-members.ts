/** Keeps of a value the object members that another value has: published ABIs of older forms have fewer. */
export function pickMembers(value: unknown, shape: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(shape)) return value.map((item, i) => pickMembers(item, shape[i]));
  if (!isObject(value) || !isObject(shape)) return value;
  const members = Object.entries(value).filter(([name]) => name in shape);
  return Object.fromEntries(members.map(([name, member]) => [name, pickMembers(member, shape[name])]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
