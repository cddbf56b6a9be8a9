import { type Account, type AccountAddress, createObjectAddress, MoveVector } from "@aptos-labs/ts-sdk";
import { beforeAll, expect, test } from "vitest";
import { counterFunction, counterPackage, printScript } from "./support/counter-package.ts";
import type { LocalNode } from "./support/local-node.ts";
import { openLocalNode } from "./support/open-local-node.ts";

// What developers do: publish code, call it, upgrade it.

let local: LocalNode;
beforeAll(async () => {
  local = await openLocalNode();
});

type Data = Parameters<LocalNode["aptos"]["transaction"]["build"]["simple"]>[0]["data"];

async function run(developer: Account, data: Data) {
  const { aptos } = local;
  const transaction = await aptos.transaction.build.simple({ sender: developer.accountAddress, data });
  const { hash } = await aptos.signAndSubmitTransaction({ signer: developer, transaction });
  return aptos.waitForTransaction({ transactionHash: hash });
}

async function publish(developer: Account, release: "first" | "second" | "broken") {
  const { aptos } = local;
  const account = developer.accountAddress;
  const transaction = await aptos.publishPackageTransaction({ account, ...counterPackage(account, release) });
  const { hash } = await aptos.signAndSubmitTransaction({ signer: developer, transaction });
  return aptos.waitForTransaction({ transactionHash: hash, options: { checkSuccess: false } });
}

// The client keeps the interface of a module that it has once seen: `viewJson` does without.
function view(owner: AccountAddress, name: string, functionArguments: AccountAddress[] = []) {
  return local.aptos.viewJson({
    payload: { function: counterFunction(owner, name), functionArguments: functionArguments.map(String) },
  });
}

test("a package is published, called, upgraded, and not broken", async () => {
  const developer = await local.fund();
  const owner = developer.accountAddress;
  expect(await publish(developer, "first")).toMatchObject({ success: true });
  await run(developer, { function: counterFunction(owner, "bump"), functionArguments: [owner] });
  expect(await view(owner, "value", [owner])).toEqual(["11"]);
  await expect(view(owner, "version")).rejects.toMatchObject({ data: { error_code: "invalid_input" } });
  expect(await publish(developer, "second")).toMatchObject({ success: true });
  expect(await view(owner, "version")).toEqual(["2"]);
  // What is stored stays.
  expect(await view(owner, "value", [owner])).toEqual(["11"]);
  const broken = await publish(developer, "broken");
  expect(broken).toMatchObject({ success: false, vm_status: "BACKWARD_INCOMPATIBLE_MODULE_UPDATE" });
  const [module] = await local.aptos.getAccountModules({ accountAddress: owner });
  expect(module?.abi?.exposed_functions.map(({ name }) => name)).toContain("version");
});

test("an abort is told by the name that the module gave it", async () => {
  const developer = await local.fund();
  const owner = developer.accountAddress;
  await publish(developer, "first");
  const failing = run(developer, { function: counterFunction(owner, "fail"), functionArguments: [] });
  await expect(failing).rejects.toThrow(/::counter: E_SEVEN\(0x7\): Seven is too many\./);
});

test("what code prints is shown by the node", async () => {
  await run(await local.fund(), { bytecode: printScript("seven apples"), functionArguments: [] });
  await expect.poll(() => local.output()).toMatch(/print +script: .*seven apples/);
});

test("code is deployed to an object, and upgraded there", async () => {
  const { aptos } = local;
  const developer = await local.fund();
  const { sequence_number } = await aptos.getAccountInfo({ accountAddress: developer.accountAddress });
  // The seed is a name and the number of the transaction that publishes.
  const seed = new Uint8Array([
    ...MoveVector.U8(new TextEncoder().encode("aptos_framework::object_code_deployment")).bcsToBytes(),
    ...littleEndian(BigInt(sequence_number) + 1n),
  ]);
  const object = createObjectAddress(developer.accountAddress, seed);
  const first = counterPackage(object, "first");
  const bytes = ({ metadataBytes, moduleBytecode }: typeof first) => [
    MoveVector.U8(metadataBytes),
    new MoveVector(moduleBytecode.map((code) => MoveVector.U8(code))),
  ];
  await run(developer, { function: "0x1::object_code_deployment::publish", functionArguments: bytes(first) });
  expect(await view(object, "value", [object])).toEqual(["10"]);
  const second = counterPackage(object, "second");
  await run(developer, {
    function: "0x1::object_code_deployment::upgrade",
    functionArguments: [...bytes(second), object],
  });
  expect(await view(object, "version")).toEqual(["2"]);
});

function littleEndian(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return bytes;
}
