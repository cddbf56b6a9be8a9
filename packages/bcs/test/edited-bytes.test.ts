import fc from "fast-check";
import { test } from "vitest";
import { checkEdits, samples } from "./samples.ts";

test.each(samples.map((sample) => [sample.name, sample] as const))(
  "%s: edited bytes are refused, or are what the value encodes to",
  (_name, sample) => {
    fc.assert(checkEdits(sample));
  },
);
