import { expect, test } from "vitest";
import { formatWaypoint, parseWaypoint, Waypoint } from "./waypoint.ts";

// The published waypoints of mainnet, at version 0 and later.
const hash = "6072b68a942aace147e0655c5704beaa255c84a7829baa4e72a500f1516584c4";

test.each([`0:${hash}`, `1638030465:${hash}`, `18446744073709551615:${hash}`])("%s is read and written", (text) => {
  const waypoint = parseWaypoint(text);
  expect(formatWaypoint(waypoint)).toBe(text);
  expect(Waypoint.decode(Waypoint.encode(waypoint))).toEqual(waypoint);
  expect(Waypoint.encode(waypoint)).toHaveLength(40);
});

test("upper-case hex is read", () => {
  expect(formatWaypoint(parseWaypoint(`0:${hash.toUpperCase()}`))).toBe(`0:${hash}`);
});

test.each([
  ["nothing", ""],
  ["no version", `:${hash}`],
  ["no hash", "0:"],
  ["a hash only", hash],
  ["0x", `0:0x${hash}`],
  ["too few digits", `0:${hash.slice(1)}`],
  ["too many digits", `0:${hash}0`],
  ["a sign", `-1:${hash}`],
  ["a space", ` 0:${hash}`],
  ["a line end", `0:${hash}\n`],
  ["no hex", `0:${hash.replace("6", "g")}`],
  ["a version above u64", `18446744073709551616:${hash}`],
])("%s is no waypoint", (_, text) => {
  expect(() => parseWaypoint(text)).toThrow(expect.objectContaining({ code: "invalid_waypoint" }));
});
