// How fast are ABIs, decoded values and encoded arguments, compared with what the platform and other libraries need for as much?
// node --conditions=@ledger/source src/main.ts [--rounds N] [--milliseconds N] [--json FILE]
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { formatRows } from "@ledger/bench-report";
import {
  buildModule,
  createMoveCache,
  decodeModule,
  encodeModule,
  JsonWriter,
  type Layout,
  MoveView,
  moduleAbi,
} from "@ledger/move";
import { bytesToHex, hexToBytes, parseAddress, parseTypeTag, structTagsEqual, type TypeTag } from "@ledger/types";
import { coinStoreText, encodeCall } from "./peers.ts";
import { measure, type Pair } from "./report.ts";
import { type GenesisState, readGenesis, type StoredValue } from "./state.ts";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "7" },
    milliseconds: { type: "string", default: "250" },
    json: { type: "string" },
  },
});

interface Prepared extends StoredValue {
  readonly layout: Layout;
}

const pairs = [
  ...abiPairs(readGenesis("devnet-2025-11")),
  ...(await valuePairs(readGenesis("devnet-2025-11"))),
  ...(await valuePairs(readGenesis("mainnet"))),
  ...(await coinPairs(readGenesis("mainnet"))),
  await callPair(),
];
const rows = pairs.map((pair) => measure(pair, Number(options.rounds), Number(options.milliseconds)));
process.stdout.write(`${formatRows(rows)}\n`);
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(rows, undefined, 2)}\n`);

function abiPairs(state: GenesisState): Pair[] {
  const { modules, source } = state;
  const texts = modules.map((bytecode) => JSON.stringify(moduleAbi(bytecode)));
  const base = { unit: "modules/s", amount: modules.length };
  const parseTexts = () => texts.map((text) => JSON.parse(text) as unknown);
  return [
    {
      ...base,
      work: `ABIs of ${source}, derived`,
      subject: () => modules.map(moduleAbi),
      peer: "JSON.parse of the ABIs",
      run: parseTexts,
    },
    {
      ...base,
      work: `modules of ${source}, read and written`,
      subject: () => modules.map((bytecode) => encodeModule(decodeModule(bytecode))),
      peer: "hex text and back",
      run: () => modules.map((bytecode) => Uint8Array.from(Buffer.from(bytesToHex(bytecode), "hex"))),
    },
  ];
}

async function prepare(state: GenesisState, values: readonly StoredValue[]): Promise<Prepared[]> {
  const view = new MoveView(state, createMoveCache());
  return Promise.all(
    values.map(async (item) => ({ ...item, layout: await view.layout({ kind: "Struct", value: item.tag }) })),
  );
}

async function valuePairs(state: GenesisState): Promise<Pair[]> {
  const prepared = await prepare(state, state.values);
  const trees = prepared.map(({ layout, value }) => layout.decodeToJson(value));
  const output = new JsonWriter({ capacity: 1 << 22 });
  const base = { unit: "values/s", amount: prepared.length };
  const view = () => new MoveView(state, shared, { codeEra: "same" });
  const shared = createMoveCache();
  const tags = prepared.map(({ tag }): TypeTag => ({ kind: "Struct", value: tag }));
  for (const tag of tags) await view().layout(tag);
  return [
    {
      ...base,
      work: `values of ${state.source} to JSON text, layouts at hand`,
      subject: () => writeAll(prepared, output),
      peer: "JSON.stringify of ready trees",
      run: () => trees.reduce((sum: number, tree) => sum + JSON.stringify(tree).length, 0),
    },
    {
      ...base,
      work: `values of ${state.source} to JSON text, layouts looked up`,
      subject: () => {
        const open = view();
        output.truncate(0);
        for (const [i, tag] of tags.entries()) open.findLayout(tag)!.writeJson(prepared[i]!.value, output);
        return output.length;
      },
      peer: "JSON.stringify of ready trees",
      run: () => trees.reduce((sum: number, tree) => sum + JSON.stringify(tree).length, 0),
    },
    {
      ...base,
      work: `values of ${state.source} from JSON trees`,
      subject: () => prepared.map(({ layout }, i) => layout.encodeFromJson(trees[i]!)),
      peer: "JSON.stringify of ready trees",
      run: () => trees.map((tree) => JSON.stringify(tree)),
    },
  ];
}

async function coinPairs(state: GenesisState): Promise<Pair[]> {
  const coin = parseTypeTag("0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>");
  const stores = state.values.filter(({ tag }) => coin.kind === "Struct" && structTagsEqual(tag, coin.value));
  const [first] = stores;
  if (first === undefined) return [];
  const prepared = await prepare(state, stores);
  const output = new JsonWriter({ capacity: 1 << 22 });
  const expected = JSON.parse(coinStoreText(first.value)) as unknown;
  const own = prepared[0]!.layout.decodeToJson(first.value);
  if (JSON.stringify(sorted(expected)) !== JSON.stringify(own)) throw new Error("the peer decodes something else");
  return [
    {
      work: "coin stores to JSON text",
      unit: "values/s",
      amount: stores.length,
      subject: () => writeAll(prepared, output),
      peer: "@mysten/bcs + JSON.stringify",
      run: () => stores.reduce((sum, { value }) => sum + coinStoreText(value).length, 0),
    },
  ];
}

async function callPair(): Promise<Pair> {
  const params = ["&signer", "address", "u64", "vector<u8>", "0x1::string::String"];
  const modules: Record<string, Uint8Array> = {
    m: buildModule({ address: "0xa", name: "m", functions: [{ name: "f", entry: true, params }] }),
    string: buildModule({
      address: "0x1",
      name: "string",
      structs: [{ name: "String", fields: [{ name: "bytes", type: "vector<u8>" }] }],
    }),
  };
  const view = new MoveView({ findModule: (_, name) => modules[name] }, createMoveCache());
  const id = { address: parseAddress("0xa"), module: "m", name: "f" };
  const args = [`0x${"0123456789abcdef".repeat(4)}`, "18446744073709551615", "0xdeadbeef", "some text"];
  const encoded = await view.encodeEntryFunction(id, [], args);
  // The client takes a text for the characters of the bytes, not for hex.
  const clientArgs = [...args.slice(0, 2), hexToBytes("deadbeef"), ...args.slice(3)];
  if (encoded.map(bytesToHex).join() !== encodeCall(clientArgs).map(bytesToHex).join()) {
    throw new Error("the peer encodes something else");
  }
  // The subject is asynchronous, since a resolver may be: both sides get through a batch, ours by its layouts.
  const layouts = await Promise.all(params.slice(1).map((type) => view.layout(parseTypeTag(type))));
  return {
    work: "arguments of a call",
    unit: "calls/s",
    amount: 1,
    subject: () => layouts.map((layout, i) => layout.encodeFromJson(args[i]!)),
    peer: "@aptos-labs/ts-sdk 5.1.4",
    run: () => encodeCall(clientArgs),
  };
}

function writeAll(prepared: readonly Prepared[], output: JsonWriter): number {
  output.truncate(0);
  for (const { layout, value } of prepared) layout.writeJson(value, output);
  return output.length;
}

function sorted(json: unknown): unknown {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return json;
  return Object.fromEntries(
    Object.entries(json)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [name, sorted(value)]),
  );
}
