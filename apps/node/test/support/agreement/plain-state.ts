import { long, type Members, type RestRecord } from "./rest-record.ts";

/** A value of a row; whole numbers are `bigint`, those of small columns `number`. */
export type PlainValue = string | boolean | number | bigint | null | object;

/** A row of a table. */
export interface Row {
  readonly [column: string]: PlainValue;
}

/** The account of nobody. */
export const nobody = long("0x0");

/** Rows of all tables, by their keys. */
export class PlainTables {
  readonly #tables = new Map<string, Map<string, Row>>();

  /** The rows of a table. */
  table(name: string): Map<string, Row> {
    let table = this.#tables.get(name);
    if (table === undefined) {
      table = new Map();
      this.#tables.set(name, table);
    }
    return table;
  }

  /** Rows of all tables. */
  get size(): number {
    return [...this.#tables.values()].reduce((sum, rows) => sum + rows.size, 0);
  }

  /** The tables as they are now: what is put later is not in them. */
  copy(): PlainTables {
    const copied = new PlainTables();
    for (const [name, rows] of this.#tables) for (const [key, row] of rows) copied.table(name).set(key, row);
    return copied;
  }

  /** The rows of a table as a list, in the order in which they came. */
  list(name: string): readonly Row[] {
    return [...this.table(name).values()];
  }
}

/** A resource that a transaction wrote, without data where it removed it. */
export interface Written {
  readonly address: string;
  readonly type: string;
  readonly data: Members | undefined;
  readonly keyHash: string;
}

/** What a transaction wrote. */
export interface Writes {
  readonly resources: readonly Written[];
  written(address: string, type: string): Members | undefined;
  /** True where any resource at an address was written. */
  writesAny(address: string): boolean;
  removes(address: string, type: string): boolean;
}

const known = new WeakMap<RestRecord, Writes>();

/** The resources that a transaction wrote and removed. */
export function writesOf(record: RestRecord): Writes {
  let writes = known.get(record);
  if (writes === undefined) {
    const resources = (record.json.changes as readonly Members[]).flatMap((change): Written[] => {
      const at = { address: change.address === undefined ? "" : long(change.address), keyHash: change.state_key_hash };
      if (change.type === "write_resource") return [{ ...at, type: change.data.type, data: change.data.data }];
      return change.type === "delete_resource" ? [{ ...at, type: change.resource, data: undefined }] : [];
    });
    const find = (address: string, type: string) =>
      resources.find((each) => each.address === address && each.type === type);
    writes = {
      resources,
      written: (address, type) => find(address, type)?.data,
      writesAny: (address) => resources.some((each) => each.address === address && each.data !== undefined),
      removes: (address, type) => {
        const found = find(address, type);
        return found !== undefined && found.data === undefined;
      },
    };
    known.set(record, writes);
  }
  return writes;
}
