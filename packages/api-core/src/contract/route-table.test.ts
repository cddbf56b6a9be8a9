import { expect, test } from "vitest";
import type { ApiRoute } from "./api.ts";
import { createRouteTable } from "./route-table.ts";

function route(method: ApiRoute["method"], path: string): ApiRoute {
  return { id: `${method} ${path}`, method, path, tag: "Tests" };
}

const table = createRouteTable([
  route("GET", "/"),
  route("GET", "/spec.json"),
  route("GET", "/things/first"),
  route("GET", "/things/{name}"),
  route("POST", "/things/{name}"),
  route("GET", "/things/{name}/parts/{part}"),
]);
const idOf = (method: string, path: string): string | undefined => table.find(method, path)?.route.id;

test("routes are found under /v1 by their exact paths, the first that fits", () => {
  expect(idOf("GET", "/v1")).toBe("GET /");
  expect(idOf("GET", "/v1/")).toBe("GET /");
  expect(idOf("GET", "/v1/things/first")).toBe("GET /things/first");
  expect(idOf("POST", "/v1/things/first")).toBe("POST /things/{name}");
  for (const path of [
    "",
    "/",
    "/things/a",
    "/V1",
    "/v1/Things/a",
    "/v1/things",
    "/v1/things/",
    "/v1/things/a/",
    "/v1//things/a",
  ]) {
    expect(idOf("GET", path), path).toBeUndefined();
  }
  expect(idOf("PUT", "/v1/things/a")).toBeUndefined();
});

test("HEAD finds what GET does, and descriptions are found at the root too", () => {
  expect(idOf("HEAD", "/v1/things/a")).toBe("GET /things/{name}");
  expect(idOf("GET", "/spec.json")).toBe("GET /spec.json");
});

test("parameters are percent-decoded, once and after the path was split", () => {
  expect(table.find("GET", "/v1/things/a%2Fb%2525/parts/%C3%A9")?.params).toEqual({ name: "a/b%25", part: "é" });
  expect(table.find("GET", "/v1/things/__proto__")?.params.name).toBe("__proto__");
});

test.each(["%", "%zz", "%ff", "a%c3"])("broken percent-encoding is refused with 400: %s", (text) => {
  expect(() => table.find("GET", `/v1/things/${text}`)).toThrow(expect.objectContaining({ status: 400 }));
});

test("the methods of a path are those of all its routes", () => {
  expect(table.methodsOf("/v1/things/a")).toEqual(["HEAD", "GET", "POST"]);
  expect(table.methodsOf("/v1/things/a/parts/b")).toEqual(["HEAD", "GET"]);
  expect(table.methodsOf("/v1/nothing")).toEqual([]);
});
