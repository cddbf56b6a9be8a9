import type { NativeFunction } from "../port/native.ts";
import { HostError } from "../status/host-error.ts";

const functions: Readonly<Record<string, readonly string[]>> = {
  // Newer than the published rules.
  "0x7::native_position": ["native_set_position", "native_delete_position"],
};

/**
 * Natives of published frameworks that this package knows by name only. A call ends in a `HostError`, never in a status of the
 * program: what they would answer is not known here.
 */
export const unsupportedNatives: readonly string[] = Object.entries(functions).flatMap(([module, names]) =>
  names.map((name) => `${module}::${name}`),
);

/** Natives that end in a `HostError` which names them. */
export const refusingNatives: Readonly<Record<string, NativeFunction>> = Object.fromEntries(
  unsupportedNatives.map((name) => [
    name,
    () => {
      throw new HostError("native_not_implemented", name, `the native function ${name} is not implemented`);
    },
  ]),
);
