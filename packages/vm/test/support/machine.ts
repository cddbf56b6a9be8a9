import {
  createUnmeteredGas,
  MoveVm,
  type Session,
  type SessionContext,
  type SessionOptions,
  type VmEnvironment,
  voidContext,
} from "../../src/index.ts";
import { frameworkNatives } from "../../src/natives/index.ts";
import { type StateMap, viewOf } from "./genesis.ts";

/** How a session for tests runs. */
export interface TestSessionOptions extends Pick<SessionOptions, "compile"> {
  readonly meter?: SessionOptions["meter"] | undefined;
  /** Whether the state answers by promises, as one on a server does. */
  readonly isLate?: boolean | undefined;
}

/** A session on a state in memory; without a meter it has no bound. */
export function createTestSession(
  machine: MoveVm,
  environment: VmEnvironment,
  state: StateMap,
  context: Partial<SessionContext> = {},
  { compile, meter = createUnmeteredGas(), isLate = false }: TestSessionOptions = {},
): Session {
  const view = viewOf(state);
  return machine.createSession({
    environment,
    state: isLate ? { get: async (key) => view.get(key) } : view,
    meter,
    context: { ...voidContext, ...context },
    compile,
  });
}

/** A machine with all natives of the framework. */
export function createTestMachine(): MoveVm {
  return new MoveVm({ natives: frameworkNatives });
}
