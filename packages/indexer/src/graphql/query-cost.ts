import { type DocumentNode, type FieldNode, Kind, type SelectionSetNode } from "graphql";
import type { Tables } from "../answering/table.ts";
import type { TableShape } from "../tables/column.ts";
import { mostRows } from "./select.ts";

/** Bounds of what a query may make work of, before any is done. */
const costBounds = {
  /** Rows that its answer can have, if every list is as long as it may be. */
  rows: 50_000,
  /** Tables inside of each other: that of the root and its relations. */
  levels: 5,
} as const;

/** Rows that a list of a relation counts as where the query says no limit: the public indexer's longest list is 100. */
const usualRelated = 20;

/** The most that a selection of one row can bring, and how many tables it is deep. */
interface Cost {
  readonly rows: number;
  readonly levels: number;
}

const nothing: Cost = { rows: 0, levels: 0 };

/** Measures selections of rows of tables. Fragments are measured once for each table, however often they are used. */
class CostMeasure {
  readonly #tables: Tables<never>;
  readonly #variables: Readonly<Record<string, unknown>>;
  readonly #fragments = new Map<string, SelectionSetNode>();
  readonly #known = new Map<string, Cost>();

  constructor(document: DocumentNode, tables: Tables<never>, variables: Readonly<Record<string, unknown>>) {
    this.#tables = tables;
    const usual = new Map<string, number>();
    for (const definition of document.definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) {
        this.#fragments.set(definition.name.value, definition.selectionSet);
      } else if (definition.kind === Kind.OPERATION_DEFINITION) {
        for (const { variable, defaultValue } of definition.variableDefinitions ?? []) {
          const name = variable.name.value;
          // Which operation is asked for is not looked at: of a name that several have, the largest value counts.
          if (defaultValue?.kind === Kind.INT)
            usual.set(name, Math.max(usual.get(name) ?? 0, Number(defaultValue.value)));
        }
      }
    }
    this.#variables = { ...Object.fromEntries(usual), ...variables };
  }

  /** The cost of the fields of a selection, which `ofField` measures one by one. */
  of({ selections }: SelectionSetNode, place: string, ofField: (field: FieldNode) => Cost): Cost {
    let [rows, levels] = [0, 0];
    for (const selection of selections) {
      const cost =
        selection.kind === Kind.FIELD
          ? ofField(selection)
          : selection.kind === Kind.INLINE_FRAGMENT
            ? this.of(selection.selectionSet, place, ofField)
            : this.#ofFragment(selection.name.value, place, ofField);
      // Fragments written in each other stand for a number that grows like a power.
      rows = Math.min(rows + cost.rows, Number.MAX_SAFE_INTEGER / 1_000);
      levels = Math.max(levels, cost.levels);
    }
    return { rows, levels };
  }

  #ofFragment(name: string, place: string, ofField: (field: FieldNode) => Cost): Cost {
    const key = `${name} ${place}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    // One that contains itself is refused later.
    this.#known.set(key, nothing);
    const selections = this.#fragments.get(name);
    const cost = selections === undefined ? nothing : this.of(selections, place, ofField);
    this.#known.set(key, cost);
    return cost;
  }

  /** The cost of a root: a list, an aggregate with its nodes, a batch of a stream, or a row. */
  ofRoot = (field: FieldNode): Cost => {
    const { selectionSet } = field;
    const name = field.name.value;
    const table = this.#tables[name];
    if (selectionSet === undefined) return nothing;
    if (table !== undefined) return times(this.#limitOf(field, mostRows), this.#ofRow(selectionSet, name, table));
    const [, aggregated] = /^(.+)_aggregate$/.exec(name) ?? [];
    if (aggregated !== undefined && this.#tables[aggregated] !== undefined) {
      return this.#ofAggregate(field, selectionSet, aggregated, mostRows);
    }
    const [, followed] = /^(.+)_stream$/.exec(name) ?? [];
    const streamed = followed === undefined ? undefined : this.#tables[followed];
    if (streamed !== undefined) {
      const size = this.#limitOf(field, mostRows, "batch_size");
      return times(size, this.#ofRow(selectionSet, followed!, streamed));
    }
    const [, keyed] = /^(.+)_by_pk$/.exec(name) ?? [];
    const found = keyed === undefined ? undefined : this.#tables[keyed];
    return found === undefined ? nothing : times(1, this.#ofRow(selectionSet, keyed!, found));
  };

  /** The cost of an aggregate: that of its nodes. */
  #ofAggregate(field: FieldNode, selections: SelectionSetNode, table: string, usual: number): Cost {
    const limit = this.#limitOf(field, usual);
    // A fragment with the nodes costs as much as the limit of the aggregate that it is written in says.
    return this.of(selections, `${table}_aggregate ${limit}`, (part) =>
      part.name.value === "nodes" && part.selectionSet !== undefined
        ? times(limit, this.#ofRow(part.selectionSet, table, this.#tables[table]!))
        : nothing,
    );
  }

  /** The cost of what is selected of one row. */
  #ofRow(selections: SelectionSetNode, name: string, { relations = {} }: TableShape): Cost {
    return this.of(selections, name, (field) => {
      const { selectionSet } = field;
      if (selectionSet === undefined) return nothing;
      const [, aggregated = field.name.value] = /^(.+)_aggregate$/.exec(field.name.value) ?? [];
      const relation = Object.hasOwn(relations, aggregated) ? relations[aggregated] : undefined;
      if (relation === undefined) return nothing;
      if (aggregated !== field.name.value) {
        // The rows that belong to one are read whether or not they are given.
        const counted = times(usualRelated, nothing);
        const nodes = this.#ofAggregate(field, selectionSet, relation.table, usualRelated);
        return { rows: counted.rows + nodes.rows, levels: Math.max(counted.levels, nodes.levels) };
      }
      const row = this.#ofRow(selectionSet, relation.table, this.#tables[relation.table]!);
      return times(relation.many === true ? this.#limitOf(field, usualRelated) : 1, row);
    });
  }

  #limitOf({ arguments: given = [] }: FieldNode, usual: number, argument = "limit"): number {
    const value = given.find(({ name }) => name.value === argument)?.value;
    const limit =
      value?.kind === Kind.INT
        ? Number(value.value)
        : value?.kind === Kind.VARIABLE
          ? this.#variables[value.name.value]
          : undefined;
    return typeof limit === "number" ? Math.min(mostRows, Math.max(0, limit)) : usual;
  }
}

/** The cost of a list of rows. */
function times(count: number, { rows, levels }: Cost): Cost {
  return { rows: count * (1 + rows), levels: levels + 1 };
}

/**
 * Measures what the operations of a query could make work of.
 *
 * @returns the refusal of one that is too much; `undefined` for any other
 */
export function refuseCost(
  document: DocumentNode,
  tables: Tables<never>,
  variables: Readonly<Record<string, unknown>> = {},
): string | undefined {
  const measure = new CostMeasure(document, tables, variables);
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const { rows, levels } = measure.of(definition.selectionSet, "root", measure.ofRoot);
    if (levels > costBounds.levels) return `tables may be at most ${costBounds.levels} levels deep in each other`;
    if (rows > costBounds.rows) {
      return `the answer could have ${rows} rows, and ${costBounds.rows} are the most: set a lower limit of its lists`;
    }
  }
  return undefined;
}
