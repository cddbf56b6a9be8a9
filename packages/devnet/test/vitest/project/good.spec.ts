import { expect, test } from "vitest";
import { startWithJar, tip } from "./jar.ts";

test("tips add up", async () => {
  await using net = await startWithJar();
  await tip(net, "0xcafe", 5);
  await tip(net, "0xcafe", 3);
  expect(await net.view({ function: "0xcafe::tip_jar::total", arguments: ["0xcafe"] })).toEqual(["8"]);
});
