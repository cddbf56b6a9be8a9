import { root } from "@ledger/check-docs/files";
import { expect, test } from "vitest";
import { createRenderer } from "../src/markdown/render.ts";

const render = createRenderer({
  highlight: (code) => code,
  root,
  resolve: (_from, target) => ({ href: target }),
  bring: () => undefined,
});

test("a heading has the anchor that it begins with, or its name", () => {
  const { headings, html } = render({ path: "a.md", text: '# Types\n\n## <a id="3.2"></a>3.2 Users\n\n## Users\n' });
  expect(headings.map(({ id, text }) => [id, text])).toEqual([
    ["types", "Types"],
    ["3.2", "3.2 Users"],
    ["users", "Users"],
  ]);
  expect(html).toContain('<h2 id="3.2">3.2 Users</h2>');
});
