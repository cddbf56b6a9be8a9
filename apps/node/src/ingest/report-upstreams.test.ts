import type { UpstreamEvent } from "@ledger/sync";
import { expect, test } from "vitest";
import { reportUpstreams } from "./report-upstreams.ts";

test("a fault is said at once, again only now and then, and another one at once", () => {
  const said: string[] = [];
  let time = 0;
  const report = reportUpstreams(
    (text) => said.push(text),
    () => time,
  );
  const closed: UpstreamEvent = {
    ...{ kind: "faulty", upstream: "a.example", version: 7n },
    ...{ reason: "no connection (ECONNREFUSED)", waitMs: 100 },
  };
  for (; time < 60_000; time += 1_000) report({ ...closed, waitMs: time });
  report({ ...closed, upstream: "b.example" });
  report({ ...closed, kind: "rate_limited", reason: "status 429", waitMs: 9_000 });
  expect(said).toEqual([
    "upstream a.example faulty at version 7: no connection (ECONNREFUSED)",
    "upstream a.example faulty at version 7: no connection (ECONNREFUSED); pausing requests for 30 s",
    "upstream b.example faulty at version 7: no connection (ECONNREFUSED)",
    "upstream a.example rate limited at version 7: status 429; pausing requests for 9 s",
  ]);
});
