import type { Random } from "@ledger/random";
import { bytesEqual, type HashValue, TransactionInfo } from "@ledger/types";
import type { StateAnswer, StateAnswerEntry, VerificationStep } from "@ledger/verifier";

/** An honest answer, and others that a liar has at hand: of the same ledger, each true of something else. */
export interface Honest {
  readonly answer: StateAnswer;
  /** The same keys at another block, under the same root. */
  readonly ofOtherBlock: StateAnswer;
  /** The same keys and block, under another root. */
  readonly ofOtherRoot: StateAnswer;
  /** More keys, and fewer, of the same block. */
  readonly ofMoreKeys: StateAnswer;
  readonly ofFewerKeys: StateAnswer;
}

/** A forged answer, and the steps at which it may be refused. */
export interface Forgery {
  readonly answer: StateAnswer;
  readonly steps: readonly VerificationStep[];
}

/** Makes a forgery; `undefined` where an answer has nothing of that kind to forge. */
type Forge = (honest: Honest, random: Random) => Forgery | undefined;

const flipped = <T extends Uint8Array>(bytes: T, random: Random): T => {
  const copy = bytes.slice() as T;
  copy[random.below(copy.length)]! ^= 1 << random.below(8);
  return copy;
};

/** Forges one entry of those that fit. */
function entry(
  fits: (entry: StateAnswerEntry) => boolean,
  change: (entry: StateAnswerEntry, random: Random) => Partial<StateAnswerEntry>,
  ...steps: readonly VerificationStep[]
): Forge {
  return ({ answer }, random) => {
    const fitting = answer.entries.flatMap((one, i) => (fits(one) ? [i] : []));
    if (fitting.length === 0) return undefined;
    const at = random.pick(fitting);
    const entries = answer.entries.map((one, i) => (i === at ? { ...one, ...change(one, random) } : one));
    return { answer: { ...answer, entries }, steps: steps.length === 0 ? ["state"] : steps };
  };
}

/** Forges a list. */
function list<T>(
  get: (answer: StateAnswer) => readonly T[],
  set: (answer: StateAnswer, items: T[]) => StateAnswer,
  steps: readonly VerificationStep[],
  change: (items: T[], random: Random) => void,
): Forge {
  return ({ answer }, random) => {
    const items = [...get(answer)];
    if (items.length < 2) return undefined;
    change(items, random);
    if (items.length === get(answer).length && items.every((item, i) => item === get(answer)[i])) return undefined;
    return { answer: set(answer, items), steps };
  };
}

const isPresent = ({ value }: StateAnswerEntry): boolean => value !== undefined;
const isAbsent = ({ value }: StateAnswerEntry): boolean => value === undefined;
const hasLeaf = ({ leaf }: StateAnswerEntry): boolean => leaf !== undefined;
const any = (): boolean => true;

const siblings = (change: (items: HashValue[], random: Random) => void): Forge =>
  list(
    (answer) => answer.siblings,
    (answer, items) => ({ ...answer, siblings: items }),
    ["state"],
    change,
  );
const accumulator = (change: (items: HashValue[], random: Random) => void): Forge =>
  list(
    ({ info }) => info.siblings,
    (answer, items) => ({ ...answer, info: { ...answer.info, siblings: items } }),
    ["accumulator"],
    change,
  );
const entries = (change: (items: StateAnswerEntry[], random: Random) => void): Forge =>
  list(
    (answer) => answer.entries,
    (answer, items) => ({ ...answer, entries: items }),
    // Two absent keys may end at one place: without one of them the proof still holds, but not for all keys.
    ["state", "value"],
    change,
  );

const changes = {
  flip: (items: HashValue[], random: Random) => {
    const at = random.below(items.length);
    items[at] = flipped(items[at]!, random);
  },
  drop: (items: unknown[], random: Random) => void items.splice(random.below(items.length), 1),
  repeat: <T>(items: T[], random: Random) => {
    const at = random.below(items.length);
    items.splice(at, 0, items[at]!);
  },
  swap: <T>(items: T[], random: Random) => {
    const [a, b] = [random.below(items.length), random.below(items.length)];
    if (items[a] instanceof Uint8Array && bytesEqual(items[a], items[b] as Uint8Array)) return;
    [items[a], items[b]] = [items[b]!, items[a]!];
  },
};

/** The kinds of forgeries, by name. */
export const forgeries: Readonly<Record<string, Forge>> = {
  "a byte of a value": entry(isPresent, ({ value }, random) => ({ value: flipped(value!, random) })),
  "a value cut short": entry(isPresent, ({ value }) => ({ value: value!.subarray(0, value!.length - 1) })),
  "a value that is longer": entry(isPresent, ({ value }) => ({ value: Uint8Array.of(...value!, 0) })),
  "metadata that is not there": entry(isPresent, ({ value }) => ({
    value: Uint8Array.of(1, ...value!.subarray(1), ...new Uint8Array(17)),
  })),
  "a value said to be absent": entry(isPresent, () => ({ value: undefined })),
  "a value for an absent key": entry(isAbsent, (_, random) => ({
    value: Uint8Array.of(0, 1, random.below(256)),
    leaf: undefined,
  })),
  "the leaf of another place": entry(hasLeaf, ({ leaf }, random) => ({
    leaf: { ...leaf!, key: flipped(leaf!.key, random) },
  })),
  "another value hash in a leaf": entry(hasLeaf, ({ leaf }, random) => ({
    leaf: { ...leaf!, valueHash: flipped(leaf!.valueHash, random) },
  })),
  "a leaf left out": entry(hasLeaf, () => ({ leaf: undefined })),
  "a value that is said to be known": entry(isPresent, (_, random) => ({
    value: undefined,
    valueHash: random.bytes(32) as HashValue,
  })),
  "a depth more": entry(any, ({ depth }) => ({ depth: depth + 1 })),
  "a depth less": entry(
    ({ depth }) => depth > 0,
    ({ depth }) => ({ depth: depth - 1 }),
  ),
  "a byte of a key with a value": entry(isPresent, ({ key }, random) => ({ key: flipped(key, random) })),
  // The other key may be absent at the same place.
  "a byte of an absent key": entry(isAbsent, ({ key }, random) => ({ key: flipped(key, random) }), "state", "value"),
  "two entries swapped": entries(changes.swap),
  "an entry left out": entries(changes.drop),
  "an entry twice": entries(changes.repeat),
  "a byte of a sibling": siblings(changes.flip),
  "a sibling left out": siblings(changes.drop),
  "a sibling twice": siblings(changes.repeat),
  "two siblings swapped": siblings(changes.swap),
  "a byte of an accumulator sibling": accumulator(changes.flip),
  "an accumulator sibling left out": accumulator(changes.drop),
  "an accumulator sibling twice": accumulator(changes.repeat),
  "two accumulator siblings swapped": accumulator(changes.swap),
  "a byte of the transaction info": ({ answer }, random) => {
    const transactionInfo = flipped(answer.info.transactionInfo, random);
    return { answer: { ...answer, info: { ...answer.info, transactionInfo } }, steps: [stepOfInfo(transactionInfo)] };
  },
  "another version": ({ answer }, random) => {
    const version = random.once(2) ? answer.version + 1n : answer.version - 1n;
    return version < 0n ? undefined : { answer: { ...answer, version }, steps: ["info"] };
  },
  "another ledger version": ({ answer }, random) => {
    const ledgerVersion = answer.info.ledgerVersion + BigInt(1 + random.below(3));
    return { answer: { ...answer, info: { ...answer.info, ledgerVersion } }, steps: ["accumulator"] };
  },
  "the state of another block": ({ ofOtherBlock }) => ({ answer: ofOtherBlock, steps: ["info"] }),
  "the state of another block under this version": ({ answer, ofOtherBlock }) => ({
    answer: { ...ofOtherBlock, version: answer.version },
    steps: ["accumulator"],
  }),
  "the values of another block": ({ answer, ofOtherBlock }) => {
    const isSame =
      answer.siblings.length === ofOtherBlock.siblings.length &&
      answer.siblings.every((hash, i) => bytesEqual(hash, ofOtherBlock.siblings[i]!));
    return isSame
      ? undefined
      : { answer: { ...answer, siblings: ofOtherBlock.siblings, entries: ofOtherBlock.entries }, steps: ["state"] };
  },
  "another root": ({ ofOtherRoot }) => ({ answer: ofOtherRoot, steps: ["accumulator"] }),
  "more keys than were asked for": ({ ofMoreKeys }) => ({ answer: ofMoreKeys, steps: ["value"] }),
  "fewer keys than were asked for": ({ ofFewerKeys }) => ({ answer: ofFewerKeys, steps: ["value"] }),
};

/** A changed info is not that of the ledger, where it is still one that has a state root. */
function stepOfInfo(bytes: Uint8Array): VerificationStep {
  try {
    const { kind, value } = TransactionInfo.decode(bytes);
    return kind === "V0" && value.stateCheckpointHash !== undefined ? "accumulator" : "info";
  } catch {
    return "info";
  }
}
