import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createProject, pathOf, runTests } from "./run-project.ts";

const forms = pathOf("../unit-tests/forms");

test("a Move package's tests run among the others, with places, gas and coverage", async () => {
  const project = await createProject();
  for (const part of ["build", "sources", "tests"])
    await cp(join(forms, part), join(project, part), { recursive: true });
  await writeFile(
    join(project, "forms.spec.ts"),
    `import { moveTests } from "@ledger/devnet/vitest";
    moveTests({ build: "build/Forms", sources: ["sources", "tests"], maxGasUnits: 100, random: { seed: "any" } });`,
  );
  const { code, output } = await runTests(project, ["forms.spec.ts"]);
  // Those that fail are named so.
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringMatching(/Tests +9 failed \| 18 passed/) });
  expect(output).toContain("[debug] 42");
  expect(output).toMatch(/FAIL +forms\.spec\.ts > 0xf0::forms_tests > calls_fail_fails/);
  expect(output).toContain("the test failed with ABORTED with code 7 (0x7) in 0xf0::code");
  expect(output).toMatch(/0xf0::code::half sources\/code\.move:\d+:\d+/);
  expect(output).toMatch(/0xf0::forms_tests::calls_fail_fails tests\/forms_tests\.move:\d+:\d+/);
  expect(output).toMatch(/The arguments were \d+, \d+, with the seed "any"/);

  const folder = join(project, "coverage/move");
  const lcov = await readFile(join(folder, "lcov.info"), "utf8");
  expect(lcov).toContain(`SF:${join(project, "sources/code.move")}\n`);
  expect(lcov).toMatch(/^FNDA:\d\d+,0xf0::code::half$/m);
  const coverage = await readFile(join(folder, "coverage.txt"), "utf8");
  expect(coverage).toMatch(/^ {2}quarter +2 +100\.0 %$/m);
  expect(coverage).toMatch(/^all modules +\d+\.\d %$/m);
  // Tests, and what is there for tests only, are no code whose tests anybody looks for.
  expect(coverage + lcov).not.toContain("forms_tests");
  expect(await readFile(join(folder, "gas.txt"), "utf8")).toMatch(
    /^0xf0::forms_tests::endless_fails +1 +1 +100 +100 +100$/m,
  );
});

test("a build that is none, is not for tests, or is older than its sources is reported", async () => {
  const project = await createProject();
  await cp(join(forms, "build"), join(project, "build"), { recursive: true });
  await mkdir(join(project, "sources"));
  const source = await readFile(join(forms, "tests/forms_tests.move"), "utf8");
  await writeFile(join(project, "sources/tests.move"), `${source}\n// changed`);
  await mkdir(join(project, "other/Published/bytecode_modules"), { recursive: true });
  await cp(
    join(forms, "build/Forms/bytecode_modules/code.mv"),
    join(project, "other/Published/bytecode_modules/code.mv"),
  );
  const info = await readFile(join(forms, "build/Forms/BuildInfo.yaml"), "utf8");
  await writeFile(join(project, "other/Published/BuildInfo.yaml"), info.replace("test_mode: true", "test_mode: false"));
  const spec = (options: string) => `import { moveTests } from "@ledger/devnet/vitest";\nmoveTests(${options});`;
  await writeFile(join(project, "none.spec.ts"), spec(`{ build: "build" }`));
  await writeFile(join(project, "published.spec.ts"), spec(`{ build: "other/Published" }`));
  await writeFile(join(project, "old.spec.ts"), spec(`{ build: "build/Forms", sources: "sources" }`));
  const { output } = await runTests(project, ["none.spec.ts", "published.spec.ts", "old.spec.ts"]);
  expect(output).toMatch(/build is not the folder of a built package: it has no bytecode_modules/);
  expect(output).toMatch(/Published is not compiled in test mode/);
  expect(output).toMatch(/sources\/tests\.move is not what was compiled: compile it again/);
});
