import { bytes, string, u8 } from "@ledger/bcs";
import { Address, namedObjectAddress } from "@ledger/types";
import { assertOwner, createObject } from "../effects/object.ts";
import { cup, cupFired, cupSmashed, type Glaze } from "../resources/shop.ts";
import { entryFunction } from "./entry-function.ts";

/** Tones from here on are not celadon. */
const FIRST_GOLD_TONE = 200;

function glazeOf(tone: number): Glaze {
  if (tone === 0) return { kind: "Raw" };
  if (tone < FIRST_GOLD_TONE) return { kind: "Celadon", value: { tone } };
  return { kind: "Gold", value: { leaves: [tone, tone * 2] } };
}

/** Makes a cup: an object at an address that follows from the potter and the seed. */
export const fireCup = entryFunction(
  "0xcafe::cup::fire",
  [bytes, string, u8],
  ({ session, sender, nowUsecs }, seed, name, tone) => {
    const object = namedObjectAddress(sender, seed);
    const glaze = glazeOf(tone);
    createObject(session, object, sender);
    session.write(object, cup, { name, glaze, firedAt: nowUsecs / 1_000_000n });
    session.emit(cupFired, { cup: object, potter: sender, glaze });
  },
);

/** Destroys a cup, and with it the object. */
export const smashCup = entryFunction("0xcafe::cup::smash", [Address], ({ session, sender }, object) => {
  assertOwner(session, object, sender);
  session.remove(object, cup);
  session.emit(cupSmashed, { cup: object, owner: sender });
});
