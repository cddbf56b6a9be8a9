import { balanceEdits, ChangeSet, EditError, editChange, resourceEdit, type StateEdit } from "@ledger/executor";
import { MoveError } from "@ledger/move";
import {
  type Address,
  aptMetadataAddress,
  CurrentTimeMicroseconds,
  frameworkKey,
  moduleKey,
  type StructTag,
  tableItemKey,
} from "@ledger/types";
import Type, { type StaticDecode } from "typebox";
import { present } from "../contract/body.ts";
import { ApiError } from "../contract/error.ts";
import { type ExecutionPlace, type LedgerMachine, stateOf } from "../machine/ledger-machine.ts";
import { optionalMember } from "../schemas/member.ts";
import { AddressSchema, HexSchema, IdentifierSchema, StructTagSchema, U64Schema } from "../schemas/scalar.ts";

/** Most items that one request sets. */
const maxOverrides = 1_000;

const removable = (what: string) =>
  Type.Union([HexSchema, Type.Null()], { title: "OverridingValue", description: `${what}; \`null\` to remove it.` });

const list = <S extends Type.TSchema>(item: S, description: string) =>
  optionalMember(Type.Array(item, { description }));

/** Differences from the ledger. */
export const OverridesSchema = Type.Object(
  {
    timestamp_usecs: optionalMember(U64Schema),
    balances: list(
      Type.Object(
        { address: AddressSchema, asset: optionalMember(AddressSchema), amount: U64Schema },
        {
          title: "BalanceOverride",
          description:
            "What an account holds of a fungible asset, by the address of its metadata; of the chain's own coin when that is left " +
            "out. The asset's supply follows.",
        },
      ),
      "Balances, in the smallest unit.",
    ),
    resources: list(
      Type.Object(
        { address: AddressSchema, type: StructTagSchema, value: removable("BCS of the resource") },
        { title: "ResourceOverride", description: "A resource of an account, also one that is kept in a group." },
      ),
      "Resources.",
    ),
    modules: list(
      Type.Object(
        { address: AddressSchema, name: IdentifierSchema, bytecode: removable("The module's bytecode") },
        { title: "ModuleOverride", description: "A module, whatever was there." },
      ),
      "Modules.",
    ),
    table_items: list(
      Type.Object(
        { handle: AddressSchema, key: HexSchema, value: removable("BCS of the item") },
        { title: "TableItemOverride", description: "An item of a table, by the BCS of its key." },
      ),
      "Items of tables.",
    ),
  },
  {
    title: "StateOverrides",
    description:
      "What differs from the ledger before the first step, set in the order of the members. `timestamp_usecs` is the " +
      `time that code sees, in microseconds since the Unix epoch. At most ${maxOverrides} items.`,
  },
);

/** Something to set, before it is known what that changes. */
type Override =
  | { readonly kind: "edit"; readonly edit: StateEdit }
  | {
      readonly kind: "balance";
      readonly edit: { readonly owner: Address; readonly asset: Address; readonly amount: bigint };
    }
  | {
      readonly kind: "resource";
      readonly address: Address;
      readonly tag: StructTag;
      readonly value: Uint8Array | undefined;
    };

/** Reads the overrides of a body. @throws ApiError `invalid_input` for too many */
export function readOverrides(body: StaticDecode<typeof OverridesSchema>): readonly Override[] {
  const overrides: Override[] = [];
  const set = (edit: StateEdit): unknown => overrides.push({ kind: "edit", edit });
  const time = present(body.timestamp_usecs);
  if (time !== undefined) set(timeEdit(time));
  for (const { address: owner, asset, amount } of present(body.balances) ?? []) {
    overrides.push({ kind: "balance", edit: { owner, asset: present(asset) ?? aptMetadataAddress, amount } });
  }
  for (const { address, type: tag, value } of present(body.resources) ?? []) {
    overrides.push({ kind: "resource", address, tag, value: present(value) });
  }
  for (const { address, name, bytecode } of present(body.modules) ?? []) {
    set({ key: moduleKey(address, name), item: "module", value: present(bytecode) });
  }
  for (const { handle, key, value } of present(body.table_items) ?? []) {
    set({ key: tableItemKey(handle, key), item: "table_item", value: present(value) });
  }
  if (overrides.length > maxOverrides) {
    throw new ApiError(
      "invalid_input",
      `the request overrides ${overrides.length} items, at most ${maxOverrides} are allowed`,
    );
  }
  return overrides;
}

function timeEdit(microseconds: bigint): StateEdit {
  const key = frameworkKey("timestamp", "CurrentTimeMicroseconds");
  return { key, item: "resource", value: CurrentTimeMicroseconds.encode({ microseconds }) };
}

/**
 * The changes that some overrides make to a state.
 *
 * @throws ApiError `invalid_input` for what cannot be set
 */
export async function applyOverrides(
  overrides: readonly Override[],
  place: ExecutionPlace,
  machine: LedgerMachine,
): Promise<ChangeSet> {
  let changes = new ChangeSet();
  for (const override of overrides) {
    const state = stateOf({ ...place, changes });
    try {
      for (const edit of await editsOf(override, state, machine)) {
        const change = await editChange(state, edit);
        if (change !== undefined) changes = changes.followedBy(new ChangeSet([change]));
      }
    } catch (cause) {
      if (!(cause instanceof EditError || cause instanceof MoveError)) throw cause;
      throw new ApiError("invalid_input", `an override cannot be applied: ${cause.message}`, { cause });
    }
  }
  return changes;
}

async function editsOf(
  override: Override,
  state: ReturnType<typeof stateOf>,
  { vm }: LedgerMachine,
): Promise<readonly StateEdit[]> {
  switch (override.kind) {
    case "edit":
      return [override.edit];
    case "balance":
      return balanceEdits(vm, state, override.edit);
    case "resource":
      return [await resourceEdit(state, override.address, override.tag, override.value)];
  }
}
