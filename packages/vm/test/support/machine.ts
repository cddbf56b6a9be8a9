import {
  createUnmeteredGas,
  keyedState,
  MoveVm,
  type Session,
  type SessionContext,
  type SessionOptions,
  type VmEnvironment,
  voidContext,
} from "../../src/index.ts";
import { frameworkNatives } from "../../src/natives/index.ts";
import { keyText, type StateMap } from "./genesis.ts";

/** A session on a state in memory; without a meter it has no bound. */
export function createTestSession(
  machine: MoveVm,
  environment: VmEnvironment,
  state: StateMap,
  context: Partial<SessionContext> = {},
  { compile, meter = createUnmeteredGas() }: Partial<Pick<SessionOptions, "compile" | "meter">> = {},
): Session {
  return machine.createSession({
    environment,
    state: keyedState((key) => {
      const bytes = state.get(keyText(key));
      return bytes && { bytes };
    }),
    meter,
    context: { ...voidContext, ...context },
    compile,
  });
}

/** A machine with all natives of the framework. */
export function createTestMachine(): MoveVm {
  return new MoveVm({ natives: frameworkNatives });
}
