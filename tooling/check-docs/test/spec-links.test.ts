import { expect, test } from "vitest";
import { listPages } from "../src/files.ts";
import { findSpecFaults, readSpecification } from "../src/spec-links.ts";

const place = "https://github.com/ledger-node/ledger-node/blob/main/docs/spec/";
const page = (text: string) => ({ path: "docs/spec/chain-types.md", text });
const specification = readSpecification([
  page('# Chain types\n\n## <a id="3"></a>3 Transactions\n\n### <a id="3.2"></a>3.2 User transactions\n'),
]);
const faultsOf = (text: string): string[] => findSpecFaults({ path: "a.ts", text }, specification);

test("sections are those of numbered headings with the anchor of their number", () => {
  expect(specification).toEqual({ sections: new Map([["chain-types.md", new Set(["3", "3.2"])]]), faults: [] });
  const { faults } = readSpecification([
    page(
      '## 1 No anchor\n## <a id="2"></a>3 Another\n## <a id="4"></a>4 Once\n## <a id="4"></a>4 Twice\n```\n## code\n```\n',
    ),
  ]);
  expect(faults.map((fault) => fault.replace(/.*?: /, ""))).toEqual([
    '"## 1 No anchor" has no number, or another one than its anchor',
    '"## <a id="2"></a>3 Another" has no number, or another one than its anchor',
    "there are two sections 4",
  ]);
});

test("a reference leads to the section that it names", () => {
  const good = `/** @see {@link ${place}chain-types.md#3.2 | Specification, chain types 3.2} */`;
  expect(faultsOf(`${good}\n// Specification, chain types 3, chain types 3.2: both.\n// RFC 8032 §7.1`)).toEqual([]);
  expect(faultsOf(good.replaceAll("3.2", "3.4"))).toEqual(["a.ts:1: there is no chain types 3.4"]);
  expect(faultsOf(good.replace("#3.2", "#3"))).toEqual([
    `a.ts:1: ${place}chain-types.md#3 is not that of chain types 3.2`,
  ]);
  expect(faultsOf("\n// Specification, chain types 3, gas 1")).toEqual(["a.ts:2: there is no gas 1"]);
});

test("no reference has another form", () => {
  const other = "a.ts:1: the specification is named in another form";
  expect(faultsOf("// Ledger specification, chain types 3")).toEqual([other]);
  expect(faultsOf("// The rules of chain types §3")).toEqual([other]);
  expect(faultsOf("/** @see Specification, chain types 3 */")).toEqual(["a.ts:1: @see does not link to the section"]);
  expect(faultsOf("// docs/spec/chain-types.md, 3")).toEqual(["a.ts:1: a link to the specification has another form"]);
});

test("the pages of the specification have sections", () => {
  const { sections, faults } = readSpecification(listPages());
  expect(faults).toEqual([]);
  expect([...sections.values()].filter(({ size }) => size < 5)).toEqual([]);
  expect(sections.size).toBe(11);
});
