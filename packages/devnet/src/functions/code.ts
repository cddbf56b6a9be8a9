import { bytes, vector } from "@ledger/bcs";
import { moduleKey } from "@ledger/types";
import { PackageMetadata, packagePublished, packageRegistry } from "../resources/package.ts";
import { entryFunction } from "./entry-function.ts";

/** Publishes or upgrades a package; the modules come in the order in which the metadata names them. */
export const publishPackage = entryFunction(
  "0x1::code::publish_package_txn",
  [bytes, vector(bytes)],
  ({ session, sender }, metadata, code) => {
    const published = PackageMetadata.decode(metadata);
    const { packages } = session.find(sender, packageRegistry) ?? { packages: [] };
    const index = packages.findIndex(({ name }) => name === published.name);
    const earlier = packages[index];
    const current = { ...published, upgradeNumber: earlier === undefined ? 0n : earlier.upgradeNumber + 1n };
    session.write(sender, packageRegistry, {
      packages: earlier === undefined ? [...packages, current] : packages.with(index, current),
    });
    for (const [i, { name }] of published.modules.entries()) session.writeSlot(moduleKey(sender, name), code[i]);
    session.emit(packagePublished, { codeAddress: sender, isUpgrade: earlier !== undefined });
  },
);
