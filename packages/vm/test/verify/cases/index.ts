import { accessorCases } from "./accessors.ts";
import type { VerifierCase } from "./case.ts";
import { costCases } from "./cost.ts";
import { flowCases } from "./flow.ts";
import { linkingCases } from "./linking.ts";
import { referenceCases } from "./references.ts";
import { moduleCases } from "./signatures.ts";
import { tableCases } from "./tables.ts";
import { typeCases } from "./types.ts";

/** Every case that is made by hand, in the order of the sheet's passes. */
export const verifierCases: readonly VerifierCase[] = [
  ...tableCases,
  ...moduleCases,
  ...flowCases,
  ...typeCases,
  ...referenceCases,
  ...accessorCases,
  ...linkingCases,
  ...costCases,
];
