/** A file of the format in tooling/vectors/data/move-vm/README.md. */
export interface CaseFile {
  /** Names the genesis that the modules at 0x1 come from. */
  readonly stdlib: string;
  readonly modules: readonly CaseModule[];
  readonly cases: readonly Case[];
}

/** A module that the cases of a file run on. */
export interface CaseModule {
  /** `0xcafe::name`. */
  readonly name: string;
  /** Hex; null when the genesis has it. */
  readonly bytecode: string | null;
}

/** A case of any kind. */
export type Case = CallCase | SequenceCase | ScriptsCase;

interface CaseHead {
  readonly id: string;
  /** Natives that the maker of the recording machine wrote again. */
  readonly native_port?: readonly string[];
}

/** One call on a state that holds modules only. */
export interface CallCase extends CaseHead {
  readonly kind: "call";
  readonly module: string;
  readonly function: string;
  readonly type_args: readonly string[];
  readonly args: readonly CaseArgument[];
  readonly expect: CallExpectation;
}

/** Transactions and views on one state. */
export interface SequenceCase extends CaseHead {
  readonly kind: "sequence";
  readonly module: string;
  readonly steps: readonly FunctionStep[];
}

/** Scripts on one state. */
export interface ScriptsCase extends CaseHead {
  readonly kind: "scripts";
  readonly steps: readonly ScriptStep[];
}

/** A step that calls a function: a transaction with signers, or a view. */
export interface FunctionStep {
  readonly module?: string;
  readonly function: string;
  readonly signers?: readonly string[];
  readonly view?: boolean;
  readonly type_args: readonly string[];
  readonly args: readonly CaseArgument[];
  readonly expect: StepExpectation;
}

/** A step that runs a script. */
export interface ScriptStep {
  readonly script: string;
  readonly signers?: readonly string[];
  readonly type_args: readonly string[];
  readonly args: readonly CaseArgument[];
  readonly expect: StepExpectation;
}

/** An argument: its type as text, and its BCS as hex. */
export interface CaseArgument {
  readonly type: string;
  readonly bcs: string;
}

/** What a call has to end with. */
export interface CallExpectation {
  readonly returns?: readonly string[];
  readonly mut_refs?: readonly string[];
  readonly abort?: { readonly code: string; readonly module: string };
  readonly failure?: ExpectedFailure;
}

/** A failure that is no abort. Without a module the call was refused before it ran. */
export interface ExpectedFailure {
  readonly status: string;
  readonly status_code?: number;
  readonly module?: string;
  readonly function_index?: number;
  readonly code_offset?: number;
}

/** What a step has to end with. */
export interface StepExpectation extends CallExpectation {
  readonly writes?: readonly ExpectedWrite[];
  readonly tables_created?: readonly {
    readonly handle: string;
    readonly key_type: string;
    readonly value_type: string;
  }[];
}

/** A change of the state: null removes. */
export type ExpectedWrite =
  | { readonly address: string; readonly resource: string; readonly value: string | null }
  | { readonly table: string; readonly key: string; readonly value: string | null };

/**
 * Reads a file of cases.
 *
 * @throws Error that says what the text is not
 */
export function parseCaseFile(text: string): CaseFile {
  const file = JSON.parse(text) as Partial<CaseFile> | null;
  if (!Array.isArray(file?.modules) || !Array.isArray(file.cases) || typeof file.stdlib !== "string") {
    throw new Error("this is no file of machine cases: stdlib, modules and cases are missing");
  }
  return file as CaseFile;
}

/** The network whose genesis holds the modules at 0x1. */
export function networkOf({ stdlib }: CaseFile): string {
  const name = /genesis of ([\w.-]+)/.exec(stdlib)?.[1] ?? stdlib;
  return name;
}
