import { bls12_381 } from "@noble/curves/bls12-381.js";
import { expect, test } from "vitest";
import { extensionField, targetGroup } from "./fields.ts";

test("the generator of a target group is made once, since its price is that of a clone", () => {
  const { Fp, Fp12, Fr } = bls12_381.fields;
  const field = extensionField(
    "fq12",
    Fp12,
    Fp.ORDER,
    48,
    (name) => `aptos_framework.algebra.ark_bls12_381_fq12_${name}`,
  );
  let made = 0;
  const generator = () => {
    made++;
    return Fp12.ONE;
  };
  const group = targetGroup(field, Fp12, Fp.ORDER, 48, Fr.ORDER, generator, () => field.one.price);
  expect([group.one.apply(), group.one.apply()]).toEqual([Fp12.ONE, Fp12.ONE]);
  expect(made).toBe(1);
});
