import {
  type AttributeRecord,
  buildModule,
  decodeModule,
  type ModuleSpec,
  metadataKeyV1,
  metadataV1,
} from "@ledger/move";
import { parseAddress } from "@ledger/types";
import { VmError } from "@ledger/vm";
import type { BundledModule } from "../../src/publish/bundle.ts";
import { rulesWith } from "../support/rules.ts";

/** Attributes by name, as the metadata of a module holds them: right or wrong. */
export interface Attributes {
  readonly structs?: Readonly<Record<string, readonly AttributeRecord[]>>;
  readonly functions?: Readonly<Record<string, readonly AttributeRecord[]>>;
}

/** A module as its publication sees it: with any attributes, and the version that it replaces. */
export function bundled(
  spec: Partial<ModuleSpec>,
  { structs = {}, functions = {} }: Attributes = {},
  older?: BundledModule,
): BundledModule {
  const value = metadataV1.encode({
    errorMap: new Map(),
    structAttributes: new Map(Object.entries(structs)),
    functionAttributes: new Map(Object.entries(functions)),
  });
  const address = spec.address ?? "0xcafe";
  const name = spec.name ?? "crafted";
  const metadata = spec.metadata ?? [{ key: metadataKeyV1, value }];
  const bytes = buildModule({ ...spec, address, name, metadata });
  return { address: parseAddress(address), name, bytes, module: decodeModule(bytes), older };
}

/** Flags of the rules on metadata. */
export const allRules = rulesWith(["resourceGroups", "saferResourceGroups", "moduleEvent"]);

/** The status that a check ends in; `undefined` when it passes. */
export async function statusOf(check: () => unknown): Promise<string | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (error instanceof VmError) return error.status;
    throw error;
  }
}
