import { expect, test } from "vitest";
import { essenceOf, negotiateFormat } from "./media-type.ts";

test.each([
  [undefined, "json"],
  ["", "json"],
  ["*/*", "json"],
  ["text/html", "json"],
  ["application/json", "json"],
  ["application/x-bcs", "bcs"],
  ["APPLICATION/X-BCS", "bcs"],
  ["application/x-bcs, application/json", "bcs"],
  ["application/json, application/x-bcs", "json"],
  ["application/json;q=0.5, application/x-bcs;q=0.9", "bcs"],
  ["application/json ; q = 0.5 , application/x-bcs ; q=0.9", "bcs"],
  ["application/x-bcs;q=0.4, */*;q=0.9", "bcs"],
  ["application/x-bcs;q=0", "json"],
  ["application/json;q=0", "json"],
  ["application/x-bcs;q=2", "json"],
  ["application/x-bcs;version=1", "bcs"],
  ["text/plain, ;;;,application/x-bcs", "bcs"],
  ["__proto__, constructor", "json"],
  ["__proto__", "json"],
])("Accept %j is answered in %s", (accept, format) => {
  expect(negotiateFormat(accept)).toBe(format);
});

test("the essence of a media type leaves out its parameters", () => {
  expect(essenceOf(" Application/JSON ; charset=utf-8")).toBe("application/json");
});
