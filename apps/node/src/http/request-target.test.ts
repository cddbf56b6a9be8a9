import { expect, test } from "vitest";
import { targetPath, targetQuery } from "./request-target.ts";

test("a target is cut at its first question mark", () => {
  expect(targetPath("/v1/a?b?c")).toBe("/v1/a");
  expect(targetPath("/v1/a")).toBe("/v1/a");
  expect(targetPath("http://node.example/v1/a?b")).toBe("/v1/a");
  expect(targetPath("http://node.example")).toBe("/");
  expect(targetQuery("/v1/a").getAll("b")).toEqual([]);
  expect(targetQuery("/v1/a?b=1&b=%2B+2?c").getAll("b")).toEqual(["1", "+ 2?c"]);
});
