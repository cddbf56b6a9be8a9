import { buildModule } from "@ledger/move";
import { formatAddress, PackageMetadata } from "@ledger/types";
import { expect, test } from "vitest";
import { type LocalNetwork, LocalNetworkError, startLocalNetwork } from "../../src/index.ts";

const read = async <T>(net: LocalNetwork): Promise<T> => (await net.fetch(`${net.url}/-/local`)).json() as Promise<T>;

/** Publishes a module of a format version. */
async function publish(net: LocalNetwork, version: number) {
  const [sender] = net.accounts;
  const address = formatAddress(sender!.address);
  const module = { name: "code", source: new Uint8Array(), sourceMap: new Uint8Array(), extension: undefined };
  const metadata = PackageMetadata.encode({
    name: "Code",
    upgradePolicy: 1,
    upgradeNumber: 0n,
    sourceDigest: "",
    manifest: new Uint8Array(),
    modules: [module],
    dependencies: [],
    extension: undefined,
  });
  return net.deploy({ sender: sender!, metadata, modules: [buildModule({ address, name: "code", version })] });
}

test("bytecode of version 10 is published, unless its flag is off", async () => {
  await using net = await startLocalNetwork();
  expect(await publish(net, 10)).toMatchObject({ success: true });
  await using older = await startLocalNetwork({ features: { VM_BINARY_FORMAT_V10: false } });
  expect(await publish(older, 10)).toMatchObject({
    success: false,
    status: expect.stringContaining("CODE_DESERIALIZATION_ERROR"),
  });
  expect(await publish(older, 9)).toMatchObject({ success: true });
  await older.setFeature("VM_BINARY_FORMAT_V10", true);
  expect((await read<{ features: string[] }>(older)).features).toContain("VM_BINARY_FORMAT_V10");
});

test("flags are listed by name, and go with a dumped network", async () => {
  await using net = await startLocalNetwork({
    features: { DEFAULT_TO_CONCURRENT_FUNGIBLE_BALANCE: true, MODULE_EVENT: false },
  });
  const { features } = await read<{ features: string[] }>(net);
  expect(features).toContain("DEFAULT_TO_CONCURRENT_FUNGIBLE_BALANCE");
  expect(features).not.toContain("MODULE_EVENT");
  await using again = await startLocalNetwork({ state: await net.dumpState() });
  expect((await read<{ features: string[] }>(again)).features).toEqual(features);
});

test("a name that no flag has is refused", async () => {
  const started = startLocalNetwork({ features: { DEFAULT_TO_CONCURRENT_FUNGIBLE_BALANCES: true } as object });
  await expect(started).rejects.toThrow(LocalNetworkError);
  await expect(started).rejects.toThrow(/DEFAULT_TO_CONCURRENT_FUNGIBLE_BALANCES/);
});
