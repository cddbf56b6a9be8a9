import { expect, test } from "vitest";
import { tidyEntryPoint, tidyExport, tidyIndex } from "../src/reference/tidy.ts";

test("a page of an export says first what it is for, and has one heading for all that is thrown", () => {
  const page =
    "# Function: f()\n\n```ts\nfunction f(): void;\n```\n\nDefined in: [a.ts:1](x)\n\nDoes it.\n\n## Throws\n\nA when\n\n## Throws\n\nB when\n\n## Example\n\nDefined in: no matter\n";
  expect(tidyExport(page)).toBe(
    "# Function: f()\n\n```ts\nfunction f(): void;\n```\n\nDoes it.\n\nDefined in: [a.ts:1](x)\n\n## Throws\n\nA when\n\nB when\n\n## Example\n\nDefined in: no matter\n",
  );
  const members = "# Class: C\n\nIs it.\n\n## a()\n\n### Throws\n\nA\n\n## b()\n\n### Throws\n\nB\n";
  expect(tidyExport(members)).toBe(members);
});

test("an entry point leads to its package, and the list of all says what each is for", () => {
  expect(tidyEntryPoint("# state-store/sqlite\n\n## Classes\n", "state-store/sqlite")).toBe(
    "# state-store/sqlite\n\nExports of `@ledger/state-store/sqlite`. [What it is for](../../../packages/state-store/README.md)\n\n## Classes\n",
  );
  const list =
    "# Reference\n\n## Modules\n\n| Module | Description |\n| ------ | ------ |\n| [bcs](bcs/README.md) | - |\n| [sync/fork](sync/fork/README.md) | - |\n";
  const entryPoint = { file: "", description: "Bytes" };
  const tidied = tidyIndex(list, [
    { name: "bcs", ...entryPoint },
    { name: "sync/fork", ...entryPoint },
  ]);
  expect(tidied).toContain(
    "| [@ledger/bcs](bcs/README.md) | Bytes |\n| [@ledger/sync/fork](sync/fork/README.md) |  |\n",
  );
  expect(tidied).not.toContain("Modules");
});
