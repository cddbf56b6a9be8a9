import { cp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createProject, pathOf, runTests } from "./run-project.ts";

const example = pathOf("../../../../examples/cover-a-module");

test("the reporter merges what two workers counted, also when a test failed", async () => {
  const project = await createProject();
  for (const part of ["build", "sources"]) await cp(join(example, part), join(project, part), { recursive: true });
  const { code, output } = await runTests(project);
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringMatching(/Tests +1 failed \| 1 passed/) });
  const folder = join(project, "coverage/move");
  expect(new Set(output.match(/worker \d+/g)).size).toBe(2);
  expect((await readdir(folder)).sort()).toEqual(["coverage.txt", "gas-by-line.txt", "gas.txt", "lcov.info"]);

  const lcov = (await readFile(join(folder, "lcov.info"), "utf8")).split("\n");
  const source = join(project, "sources/tip_jar.move");
  expect(lcov.filter((line) => line.startsWith("SF:"))).toEqual([`SF:${source}`]);
  // Two workers opened a jar each; three tips went into one, a fourth was refused; one view, in the worker without the failure.
  expect(lcov.filter((line) => line.startsWith("FNDA:"))).toEqual([
    "FNDA:2,0xcafe::tip_jar::open",
    "FNDA:4,0xcafe::tip_jar::tip",
    "FNDA:1,0xcafe::tip_jar::total",
    "FNDA:0,0xcafe::tip_jar::largest",
  ]);
  const lines = (await readFile(source, "utf8")).split("\n");
  const ran = (text: string): string | undefined => {
    const number = lines.findIndex((line) => line.includes(text)) + 1;
    return lcov.find((line) => line.startsWith(`DA:${number},`))?.split(",")[1];
  };
  expect(ran("assert!(exists")).toBe("4");
  expect(ran("jar.total = jar.total + amount")).toBe("3");
  // Of 5, 3 and 2, the second is not the largest of its jar.
  expect(ran("jar.largest = amount")).toBe("2");
  expect(ran("borrow_global<Jar>(owner).largest")).toBe("0");

  const gas = await readFile(join(folder, "gas.txt"), "utf8");
  expect(gas).toMatch(/^0xcafe::tip_jar::tip +4 +1 /m);
  expect(gas).toMatch(/^0x1::code::publish_package_txn +2 +0 /m);
  expect(await readFile(join(folder, "coverage.txt"), "utf8")).toMatch(/^ {2}tip +4 +100\.0 %$/m);
});
