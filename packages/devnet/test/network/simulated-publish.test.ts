import { buildModule } from "@ledger/move";
import { bytesToHex, formatAddress, PackageMetadata, parseAddress } from "@ledger/types";
import { expect, test } from "vitest";
import { startLocalNetwork } from "../../src/index.ts";

test("a simulated publication shows what its own modules write and emit, as the committed one does", async () => {
  await using net = await startLocalNetwork();
  const [owner] = net.accounts;
  const address = formatAddress(owner!.address);
  const module = buildModule({
    address,
    name: "counter",
    structs: [
      { name: "Counter", abilities: ["key"], fields: [{ name: "value", type: "u64" }] },
      { name: "Opened", abilities: ["drop", "store"], fields: [{ name: "first", type: "u64" }], attributes: ["event"] },
    ],
    imports: {
      functions: [
        { function: "0x1::event::emit", typeParams: [{ constraints: ["drop", "store"] }], params: ["T0"], returns: [] },
      ],
    },
    functions: [
      {
        name: "init_module",
        params: ["&signer"],
        code: [
          ["move_loc", 0],
          ["ld_u64", 10],
          ["pack", "Counter"],
          ["move_to", "Counter"],
          ["ld_u64", 10],
          ["pack", "Opened"],
          ["call_generic", "0x1::event::emit", "Opened"],
          ["ret"],
        ],
      },
    ],
  });
  const metadata = PackageMetadata.encode({
    name: "Counter",
    upgradePolicy: 1,
    upgradeNumber: 0n,
    sourceDigest: "",
    manifest: new Uint8Array(),
    modules: [{ name: "counter", source: new Uint8Array(), sourceMap: new Uint8Array(), extension: undefined }],
    dependencies: [{ account: parseAddress("0x1"), packageName: "AptosFramework" }],
    extension: undefined,
  });
  const tried = await net.fetch(`${net.url}/transactions/simulate`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      sender: address,
      sequence_number: "0",
      max_gas_amount: "20000",
      gas_unit_price: "100",
      expiration_timestamp_secs: `${Math.floor(Date.now() / 1_000) + 60}`,
      payload: {
        type: "entry_function_payload",
        function: "0x1::code::publish_package_txn",
        type_arguments: [],
        arguments: [`0x${bytesToHex(metadata)}`, [`0x${bytesToHex(module)}`]],
      },
      signature: { type: "no_account_signature" },
    }),
  });
  const [simulated] = (await tried.json()) as [Awaited<ReturnType<typeof net.deploy>> & { readonly vm_status: string }];
  expect(simulated).toMatchObject({ success: true, vm_status: "Executed successfully" });
  const committed = await net.deploy({ sender: owner!, metadata, modules: [module] });
  expect(committed).toMatchObject({ success: true });
  for (const { events, changes } of [simulated, committed]) {
    expect(events).toContainEqual(
      expect.objectContaining({ type: `${address}::counter::Opened`, data: { first: "10" } }),
    );
    expect(changes).toContainEqual(
      expect.objectContaining({ data: { type: `${address}::counter::Counter`, data: { value: "10" } } }),
    );
  }
});
