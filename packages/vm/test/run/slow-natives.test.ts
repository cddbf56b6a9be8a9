import { buildModule } from "@ledger/move";
import { formatAddressLong, parseAddress } from "@ledger/types";
import { expect, onTestFinished, test, vi } from "vitest";
import { createEnvironment, LedgerGasMeter, MoveVm, voidContext } from "../../src/index.ts";
import { codeView } from "../support/genesis.ts";

const address = formatAddressLong(parseAddress("0x42"));
const turns = 2_000;

/** Calls the native in a loop. */
const bytes = buildModule({
  address,
  name: "slow",
  functions: [
    { name: "work", native: true },
    {
      name: "run",
      visibility: "public",
      params: ["u64"],
      code: [
        ["copy_loc", 0],
        ["ld_u64", 0],
        ["gt"],
        ["br_true", 5],
        ["ret"],
        ["call", "work"],
        ["move_loc", 0],
        ["ld_u64", 1],
        ["sub"],
        ["st_loc", 0],
        ["branch", 0],
      ],
    },
  ],
});

/** Prices of natives, and the milliseconds that they take: a nanosecond for a unit of gas, as the costliest do. */
test.each([
  [9_000, 0.009],
  [200_000, 0.2],
  [980_000, 0.98],
])("a loop over natives of %d gas gives way every few milliseconds", async (price, milliseconds) => {
  const environment = createEnvironment({});
  let clock = 0;
  vi.spyOn(performance, "now").mockImplementation(() => clock);
  onTestFinished(() => void vi.restoreAllMocks());
  const stretches: number[] = [];
  const session = new MoveVm({
    natives: new Map([
      [
        "0x42::slow::work",
        ({ session: { meter } }) => {
          meter.charge(price);
          clock += milliseconds;
          return undefined;
        },
      ],
    ]),
  }).createSession({
    environment,
    state: codeView(() => ({ bytes })),
    meter: new LedgerGasMeter({ schedule: environment.gas, maxGasUnits: Number.MAX_SAFE_INTEGER }),
    context: voidContext,
    pause: async (ran) => void stretches.push(ran),
  });
  const outcome = await session.call({ address, module: "slow", name: "run", typeArgs: [] }, [turns]);
  expect(outcome.kind).toBe("returned");
  expect(stretches.length).toBeGreaterThan((turns * milliseconds) / 40);
  expect(Math.max(...stretches)).toBeLessThan(20);
});
