/** An error that a module's source names. */
export interface ErrorName {
  /** `EALREADY_SERVED`. */
  readonly name: string;
  /** As the source writes it: `2`. */
  readonly code: string;
  /** The comment above it, in one line. */
  readonly doc: string;
}

/** Names in a module's source that other code may call or meet. */
export interface SourceNames {
  readonly functions: readonly string[];
  readonly errors: readonly ErrorName[];
}

/** Names read of one file; more than any module has that people read. */
const most = 1_000;

const publicFunction = /^\s*(?:public\s+(?:entry\s+)?|entry\s+)(?:native\s+|inline\s+)*fun\s+(\w{1,128})/;
const errorConstant = /^\s*const\s+(E\w{1,128})\s*:\s*u64\s*=\s*(0x[0-9a-fA-F]{1,16}|\d{1,20})\s*;/;

/** Finds the functions that everybody may call, and the errors, of a Move source file: by its lines, in one pass. */
export function findNames(source: string): SourceNames {
  const functions: string[] = [];
  const errors: ErrorName[] = [];
  let comment: string[] = [];
  for (const line of source.split("\n")) {
    if (functions.length >= most || errors.length >= most) break;
    const said = /^\s*\/\/\/(.*)$/.exec(line)?.[1];
    if (said !== undefined) {
      if (comment.length < most) comment.push(said.trim());
      continue;
    }
    const called = publicFunction.exec(line)?.[1];
    if (called !== undefined) functions.push(called);
    const [, name, code] = errorConstant.exec(line) ?? [];
    if (name !== undefined && code !== undefined) errors.push({ name, code, doc: comment.join(" ") });
    comment = [];
  }
  return { functions, errors };
}
