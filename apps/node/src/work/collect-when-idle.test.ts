import { expect, test } from "vitest";
import { watchForIdleness } from "./collect-when-idle.ts";

test("garbage is collected once, when a thread has become idle after much work", () => {
  let collected = 0;
  const look = watchForIdleness(() => collected++);
  const [busy, idle] = [
    { active: 4_000, utilization: 0.8 },
    { active: 20, utilization: 0.004 },
  ];
  look(idle);
  look(busy);
  look(busy);
  expect(collected).toBe(0);
  look(idle);
  look(idle);
  expect(collected).toBe(1);
  look(busy);
  look(idle);
  expect(collected).toBe(2);
});

test("a thread that never works much is left alone for long", () => {
  let collected = 0;
  const look = watchForIdleness(() => collected++);
  for (let i = 0; i < 49; i++) look({ active: 20, utilization: 0.004 });
  expect(collected).toBe(0);
  look({ active: 20, utilization: 0.004 });
  expect(collected).toBe(1);
});
