import { expect, test } from "vitest";
import { resolveImports } from "../src/play/imports.ts";
import { packCode, unpackCode } from "../src/play/share.ts";

test.each([
  ['import { a } from "m";', '"use strict";const { a } = imported("m");'],
  ["import { a as b, c } from 'm'\nb()", '"use strict";const { a: b, c } = imported("m");\nb()'],
  ['import * as m from "n";', '"use strict";const m = imported("n");'],
  ['import {\n  a,\n  b,\n} from "m";\nx', '"use strict";const {\n  a,\n  b,\n} = imported("m");\nx'],
  ['print("import { a } from b");', '"use strict";print("import { a } from b");'],
])("the imports of %j become constants", (code, made) => {
  expect(resolveImports(code)).toBe(made);
});

test("code comes out of a link as it went in", async () => {
  for (const code of ["", "print('ä → 🐎');\n", "x".repeat(90_000)]) {
    const packed = await packCode(code);
    expect(packed).toMatch(/^[\w-]*$/);
    expect(await unpackCode(packed)).toBe(code);
  }
});

test("links that hold no code, or too much of it, are refused", async () => {
  const bomb = await packCode("0".repeat(200_000));
  expect(bomb.length).toBeLessThan(1_000);
  for (const packed of ["%", "AAAA", "x".repeat(20_001), bomb]) expect(await unpackCode(packed)).toBeUndefined();
});
