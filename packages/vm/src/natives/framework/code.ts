import type { AddressText } from "../../address.ts";
import type { NativeCall, NativeFunction } from "../../port/native.ts";
import type { ExtensionKey } from "../../port/session.ts";
import { addressOf, bytesOf, integerOf, partsOf, textBytesOf } from "../arguments.ts";
import { decodeUtf8 } from "../framework-values.ts";

/** Abort of a second request in one transaction. */
const alreadyRequested = 0x3_0000;

/** Policy number of packages that need not stay compatible. */
const arbitrary = 0;

/** Bytes that an account costs among the allowed dependencies. */
const accountLength = 32;

/** A request to publish modules, which the host carries out after the user's function. */
export interface PublishRequest {
  readonly owner: AddressText;
  /** Names that the modules must have. */
  readonly expectedModules: ReadonlySet<string>;
  /** Bytecode in the order of publication. */
  readonly modules: readonly Uint8Array[];
  /** Names of modules that may be used, by their account; an empty name allows all. Undefined when anything may be. */
  readonly allowedDependencies: ReadonlyMap<AddressText, ReadonlySet<string>> | undefined;
  /** True if new versions of modules must be compatible with the old ones. */
  readonly checkCompatibility: boolean;
}

/** The publish request of a session, if code made one. */
export const publishRequest: ExtensionKey<{ request: PublishRequest | undefined }> = {
  name: "publish request",
  create: () => ({ request: undefined }),
};

function nameOf(call: NativeCall, bytes: Uint8Array): string {
  return decodeUtf8(bytes) ?? call.invariant("a name is not UTF-8");
}

function requestPublish(call: NativeCall): undefined {
  const perByte = "aptos_framework.code.request_publish.per_byte";
  call.charge("aptos_framework.code.request_publish.base");
  const withDependencies = call.args.length === 5;
  const owner = addressOf(call.args[0]);
  const policy = integerOf(call.args.at(-1));
  const modules = partsOf(call.args.at(-2)).map((code) => {
    const bytes = bytesOf(code).slice();
    call.charge(perByte, bytes.length);
    return bytes;
  });
  const allowed = new Map<AddressText, Set<string>>();
  for (const dependency of withDependencies ? partsOf(call.args[2]) : []) {
    const [account, text] = partsOf(dependency);
    const address = addressOf(account);
    const name = textBytesOf(text);
    if (!allowed.has(address)) call.charge(perByte, accountLength);
    call.charge(perByte, name.length);
    allowed.set(address, (allowed.get(address) ?? new Set()).add(nameOf(call, name)));
  }
  const expectedModules = new Set<string>();
  for (const text of partsOf(call.args[1])) {
    const name = textBytesOf(text);
    call.charge(perByte, name.length);
    expectedModules.add(nameOf(call, name));
  }
  // A package's own modules may use one another.
  if (withDependencies) allowed.set(owner, new Set([...(allowed.get(owner) ?? []), ...expectedModules]));

  const slot = call.session.extension(publishRequest);
  if (slot.request !== undefined) return call.abort(alreadyRequested);
  slot.request = {
    owner,
    expectedModules,
    modules,
    allowedDependencies: withDependencies ? allowed : undefined,
    checkCompatibility: policy !== arbitrary,
  };
}

/** `0x1::code`. */
export const codeNatives: Readonly<Record<string, NativeFunction>> = {
  "0x1::code::request_publish": requestPublish,
  "0x1::code::request_publish_with_allowed_deps": requestPublish,
};
