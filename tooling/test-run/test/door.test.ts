import { askDoor, openDoor } from "@ledger/test-run/door";
import { treeSeconds } from "@ledger/test-run/shared-costs";
import { expect, test } from "vitest";

test("a door answers what is asked, and says why it cannot", async () => {
  const door = await openDoor(async (request, response) => {
    if (request.url === "/locked") throw new Error("nobody has the key");
    response.end(JSON.stringify({ asked: request.url }));
  });
  expect(await askDoor(`${door.url}/open`)).toEqual({ asked: "/open" });
  await expect(askDoor(`${door.url}/locked`)).rejects.toThrow("nobody has the key");
  door.close();
});

test.runIf(process.platform === "linux")("the cost of a process holds its own", () => {
  const { user, system } = process.cpuUsage();
  expect(treeSeconds(process.pid)).toBeGreaterThan((user + system) / 1e6 / 2);
  expect(treeSeconds(undefined)).toBe(0);
});
