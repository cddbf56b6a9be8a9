import { expect, test } from "vitest";
import { startWithJar, tip } from "./jar.ts";

test("fails, after calls that count", async () => {
  await using net = await startWithJar();
  await tip(net, "0xcafe", 2);
  const refused = await tip(net, "0xb0b", 2);
  expect(refused.success).toBe(true);
});
