/** A member whose value is another one after. */
export interface Difference {
  /** `balance.value`, `items.3`. */
  readonly path: string;
  /** JSON text; `undefined` where there was nothing. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Differences listed of two large values. */
const listed = 60;

/** Parts looked at of each value. */
const lookedAt = 5_000;

/** The members that differ between two values in their JSON form. */
export function differences(before: unknown, after: unknown): readonly Difference[] {
  const then = flatten(before);
  const now = flatten(after);
  const found: Difference[] = [];
  for (const path of new Set([...then.keys(), ...now.keys()])) {
    const [was, is] = [then.get(path), now.get(path)];
    if (was !== is) found.push({ path, before: was, after: is });
    if (found.length === listed) break;
  }
  return found;
}

/** The parts without parts of a value, by their paths. */
function flatten(value: unknown): Map<string, string> {
  const parts = new Map<string, string>();
  const walk = (part: unknown, path: string): void => {
    if (parts.size >= lookedAt) return;
    const members = typeof part === "object" && part !== null ? Object.entries(part) : [];
    if (members.length === 0) {
      if (part !== undefined) parts.set(path, typeof part === "string" ? part : JSON.stringify(part));
      return;
    }
    for (const [name, member] of members) walk(member, path === "" ? name : `${path}.${name}`);
  };
  walk(value, "");
  return parts;
}
