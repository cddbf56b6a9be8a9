import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const dist = fileURLToPath(new URL("../dist", import.meta.url));

test("the bundle names every package of others in it, with the text of its licence", () => {
  const notices = readFileSync(join(dist, "THIRD-PARTY-NOTICES.txt"), "utf8");
  const named = [...notices.matchAll(/^(\S+) \d+\.\d+\.\d+\S* \(/gm)].map(([, name]) => name);
  // What is in the bundle is read from its source maps, not from what wrote the notices.
  const bundled = new Set<string>();
  for (const file of readdirSync(dist).filter((name) => name.endsWith(".js.map"))) {
    const { sources } = JSON.parse(readFileSync(join(dist, file), "utf8")) as { sources: string[] };
    for (const source of sources) {
      const [folder, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source) ?? [];
      // Source maps of packages name files of theirs that are not part of them.
      if (name !== undefined && existsSync(join(dist, folder!, "package.json"))) bundled.add(name);
    }
  }
  expect(bundled.size).toBeGreaterThan(20);
  for (const name of [...bundled, "preact"]) {
    expect(named, name).toContain(name);
  }
  expect(notices.match(/Permission is hereby granted|Redistribution and use/g)?.length).toBeGreaterThan(20);
  // The framework is data: no source map names it.
  expect(notices).toMatch(/^Aptos Move framework .*\(Apache-2\.0\)\n\nCopyright © Aptos Foundation/m);
  expect(notices).toContain("Apache License");
  // koa-compose and poseidon-lite say in their READMEs only that they are under the MIT licence.
  expect(notices.match(/No text of its licence/g)).toHaveLength(2);
});
