import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { encodeResponse } from "./content-encoding.ts";

const answer = (length: number) => ({
  status: 200,
  headers: { "Content-Type": "application/json" },
  body: "7".repeat(length),
});

test("an answer that leaves at once in any case is not compressed, a longer one is", async () => {
  const short = answer(8_191);
  expect(await encodeResponse(short, "gzip")).toBe(short);
  const { headers, body } = await encodeResponse(answer(8_192), "gzip");
  expect(headers["Content-Encoding"]).toBe("gzip");
  expect(gunzipSync(body as Uint8Array).toString()).toBe("7".repeat(8_192));
});
