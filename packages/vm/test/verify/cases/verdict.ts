import { decodeModule, decodeScript, MoveError } from "@ledger/move";
import { formatAddressLong, parseAddress } from "@ledger/types";
import { checkDecodedModule, createEnvironment, Features, VmError } from "../../../src/index.ts";
import { checkDecodedScript } from "../../../src/verify/decoded-code.ts";
import { Verifier } from "../../../src/verify/verifier.ts";
import { open } from "../crafted.ts";
import { usualFeatures, type VerifierCase } from "./case.ts";

/** The rules that a case is verified by. */
function environmentOf({ features = usualFeatures, day }: VerifierCase) {
  const timed =
    day === undefined ? {} : { chainId: 1, lastReconfigurationTime: BigInt(Date.parse(`${day}T00:00:00Z`)) * 1000n };
  return createEnvironment({ features: Features.of(features), ...timed });
}

/** A session on a state that has the code of a case, as `0xbad::m`. */
export function openCase(one: VerifierCase) {
  const modules = new Map(Object.entries({ ...one.others, m: one.bytes }));
  return open(
    one.bytes,
    (name) => {
      const bytes = modules.get(name);
      return bytes && { bytes };
    },
    environmentOf(one),
  );
}

/** The status that the code of a case is refused with; `accepted` for code that is let pass. */
export async function verdictOn(one: VerifierCase): Promise<VerifierCase["status"]> {
  try {
    if (one.isScript) {
      const script = decodeScript(one.bytes);
      checkDecodedScript(script);
      Verifier.ofScript(script, environmentOf(one).rules).verify();
    } else {
      checkDecodedModule(decodeModule(one.bytes));
      await openCase(one).linkModule(formatAddressLong(parseAddress("0xbad")), "m");
    }
    return "accepted";
  } catch (error) {
    if (error instanceof MoveError) return "CODE_DESERIALIZATION_ERROR";
    if (error instanceof VmError) return error.status;
    throw error;
  }
}
