import {
  bytesToHex,
  decodeStateKey,
  encodeStateKey,
  formatCanonicalStructTag,
  formatCanonicalTypeTag,
  formatHex,
  Path,
  Transaction,
  type WriteOp,
} from "@ledger/types";

/** What differs between two genesis transactions; nothing where they are the same bytes. */
export function compareGeneses(made: Uint8Array, published: Uint8Array): string[] {
  if (bytesToHex(made) === bytesToHex(published)) return [];
  const [ours, theirs] = [changesOf(made), changesOf(published)];
  const differences: string[] = [];
  for (const [key, op] of theirs.writes) {
    const mine = ours.writes.get(key);
    if (mine === undefined) differences.push(`not made: ${describeKey(key)}`);
    else if (mine.kind !== op.kind) differences.push(`${mine.kind}, published as ${op.kind}: ${describeKey(key)}`);
    else if (JSON.stringify(mine) !== JSON.stringify(op)) differences.push(`other bytes: ${describeKey(key)}`);
  }
  for (const key of ours.writes.keys())
    if (!theirs.writes.has(key)) differences.push(`made in addition: ${describeKey(key)}`);
  const length = Math.max(ours.events.length, theirs.events.length);
  for (let index = 0; index < length; index++) {
    if (ours.events[index]?.bytes === theirs.events[index]?.bytes) continue;
    const types = `${ours.events[index]?.type ?? "none"}, published ${theirs.events[index]?.type ?? "none"}`;
    differences.push(`event ${index}: ${types}`);
  }
  return differences.length > 0 ? differences : ["another order of the same"];
}

function changesOf(blob: Uint8Array) {
  const transaction = Transaction.decode(blob);
  if (transaction.kind !== "GenesisTransaction" || transaction.value.kind !== "Direct") throw new Error("no genesis");
  const { writeSet, events } = transaction.value.value;
  if (writeSet.kind !== "V0") throw new Error("not a form of write set that geneses have");
  return {
    writes: new Map([...writeSet.value].map(([key, op]) => [bytesToHex(encodeStateKey(key)), plain(op)])),
    events: events.map((event) => ({
      type: formatCanonicalTypeTag(event.value.typeTag),
      bytes: `${event.kind} ${formatCanonicalTypeTag(event.value.typeTag)} ${bytesToHex(event.value.data)}`,
    })),
  };
}

function plain(op: WriteOp): { readonly kind: string; readonly value: string } {
  if (op.kind === "Creation" || op.kind === "Modification") return { kind: op.kind, value: bytesToHex(op.value) };
  return {
    kind: op.kind,
    value: JSON.stringify(op, (_, value) => (value instanceof Uint8Array ? bytesToHex(value) : `${value}`)),
  };
}

function describeKey(hex: string): string {
  const key = decodeStateKey(Uint8Array.from(Buffer.from(hex, "hex")));
  if (key.kind === "TableItem") return `item of table ${formatHex(key.value.handle)}`;
  if (key.kind !== "AccessPath") return key.kind;
  const path = Path.decode(key.value.path);
  const owner = formatHex(key.value.address).replace(/^0x0+(?=.)/, "0x");
  return path.kind === "Code"
    ? `${owner} module ${path.value.name}`
    : `${owner} ${formatCanonicalStructTag(path.value)}`;
}
