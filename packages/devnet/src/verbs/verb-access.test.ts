import { expect, test } from "vitest";
import { type Caller, createVerbAccess, type VerbAccessOptions } from "./verb-access.ts";

const key = "0123456789abcdef";
const others = { isAllowed: (address: string) => address.startsWith("172.16.") };

function caller(headers: Readonly<Record<string, string>>, address = "127.0.0.1"): Caller {
  return { header: (name) => headers[name], isOfThisMachine: address === "127.0.0.1", address };
}

const here = { host: "localhost:8080", "content-type": "application/json" };
const inContainer = { ...here, host: "ledger:8080" };
const withKey = { authorization: `Bearer ${key}` };

test.each<[string, VerbAccessOptions, Caller, boolean]>([
  ["a program of this machine", {}, caller(here), true],
  ["one that names another host", {}, caller(inContainer), false],
  ["another machine", {}, caller(here, "172.16.0.3"), false],
  [
    "another machine with a key, where only a key is set",
    { key },
    caller({ ...here, ...withKey }, "172.16.0.3"),
    false,
  ],
  ["an allowed machine with the key", { key, ...others }, caller({ ...inContainer, ...withKey }, "172.16.0.3"), true],
  ["an allowed machine without it", { key, ...others }, caller(inContainer, "172.16.0.3"), false],
  [
    "an allowed machine with another key",
    { key, ...others },
    caller({ ...inContainer, authorization: "Bearer 0123456789abcdeX" }, "172.16.0.3"),
    false,
  ],
  [
    "an allowed machine with the beginning of the key",
    { key, ...others },
    caller({ ...inContainer, authorization: "Bearer 0123456789" }, "172.16.0.3"),
    false,
  ],
  ["an allowed machine where no key is known", others, caller(inContainer, "172.16.0.3"), false],
  ["another machine than those allowed", { key, ...others }, caller({ ...inContainer, ...withKey }, "10.0.0.3"), false],
  ["a program of this machine, where the key is for other machines", { key, ...others }, caller(here), true],
  ["one of this machine without the key that all need", { key, needsKey: true }, caller(here), false],
  ["one of this machine with it", { key, needsKey: true }, caller({ ...here, ...withKey }), true],
  ["a page of another origin", { key }, caller({ ...here, ...withKey, origin: "https://evil.example" }), false],
  ["a page of the network itself", {}, caller({ ...here, origin: "http://localhost:8080" }), true],
  ["a page of another site", {}, caller({ ...here, "sec-fetch-site": "cross-site" }), false],
])("%s may use the verbs under %j: %s", (_, options, asking, isTaken) => {
  const access = createVerbAccess(options);
  expect(access.isTaken(asking)).toBe(isTaken);
  expect(access.refuse(asking)?.status).toBe(isTaken ? undefined : 403);
});

test.each(["x-forwarded-for", "x-forwarded-proto", "forwarded", "via", "x-real-ip"])(
  "what a proxy passes on with %s needs the key",
  (name) => {
    const passedOn = { ...here, [name]: "x" };
    expect(createVerbAccess().isTaken(caller(passedOn))).toBe(false);
    expect(createVerbAccess({ key, ...others }).isTaken(caller(passedOn))).toBe(false);
    expect(createVerbAccess({ key }).isTaken(caller({ ...passedOn, ...withKey }))).toBe(true);
    expect(createVerbAccess().refuse(caller(passedOn))?.body).toContain("--verbs-key");
  },
);

test("a body of another type is refused even with the key", () => {
  const asking = caller({ ...here, ...withKey, "content-type": "text/plain" });
  expect(createVerbAccess({ key }).refuse(asking)?.body).toContain("Content-Type: application/json");
});
