import { giveWay } from "../ledger/give-way.ts";
import type { Row, Value } from "../row.ts";
import { aggregatedRelation, kindOf, type Relation, type TableShape } from "../tables/column.ts";
import { countRows } from "./aggregate-fields.ts";
import { compareValues, type Truth } from "./compare.ts";
import { jsonOperators } from "./json-operators.ts";
import { jsonText } from "./json-text.ts";
import type { PatternKind, Patterns } from "./patterns.ts";
import type { QueryContext } from "./reader.ts";

/** A condition as clients write it, after its types have been checked: operators by column, conditions by relation, `_and`, `_or`, `_not`. */
export type Condition = { readonly [name: string]: unknown };

/** Tells whether a value meets what an operator asks. */
type Test = (value: Value) => Truth;

const comparing =
  (holds: (order: number) => boolean) =>
  (operand: unknown): Test =>
  (value) =>
    value === null || operand === null ? null : holds(compareValues(value, operand as Value));

const matching =
  (kind: PatternKind, expected = true) =>
  (operand: unknown, patterns: Patterns): Test => {
    const matches = operand === null ? undefined : patterns.matcher(kind, operand as string);
    return (value) => (typeof value === "string" && matches !== undefined ? matches(value) === expected : null);
  };

/** The tests that operators make. */
const operators: Readonly<Record<string, (operand: unknown, patterns: Patterns) => Test>> = {
  _eq: comparing((order) => order === 0),
  _neq: comparing((order) => order !== 0),
  _gt: comparing((order) => order > 0),
  _gte: comparing((order) => order >= 0),
  _lt: comparing((order) => order < 0),
  _lte: comparing((order) => order <= 0),
  _in: (operand) => among(operand, true),
  _nin: (operand) => among(operand, false),
  _is_null: (operand) => (value) => (operand === null ? null : (value === null) === operand),
  _like: matching("like"),
  _nlike: matching("like", false),
  _ilike: matching("ilike"),
  _nilike: matching("ilike", false),
  _similar: matching("similar"),
  _nsimilar: matching("similar", false),
  _regex: matching("regex"),
  _nregex: matching("regex", false),
  _iregex: matching("iregex"),
  _niregex: matching("iregex", false),
};

/** The values of one column are of one type, of which equal ones have one text. */
function among(operand: unknown, expected: boolean): Test {
  if (operand === null) return () => null;
  const values = new Set((operand as readonly Value[]).map(String));
  return (value) => (value === null ? null : values.has(String(value)) === expected);
}

/** Tells whether a row meets a condition; later where rows of other tables decide. */
export type RowTest = (row: Row) => Truth | Promise<Truth>;

/**
 * Makes tests of a row one after the other, as far as the outcome is open.
 *
 * @param decisive - outcome of one that decides
 * @param outcome - that of the tests before `first`
 */
function testUntil(
  tests: readonly RowTest[],
  decisive: boolean,
  row: Row,
  first = 0,
  outcome: Truth = !decisive,
): Truth | Promise<Truth> {
  let all = outcome;
  for (const [position, test] of tests.entries()) {
    if (position < first) continue;
    const holds = test(row);
    if (holds instanceof Promise) {
      return holds.then((late) =>
        late === decisive ? decisive : testUntil(tests, decisive, row, position + 1, late === null ? null : all),
      );
    }
    if (holds === decisive) return decisive;
    if (holds === null) all = null;
  }
  return all;
}

const opposite = (holds: Truth): Truth => (holds === null ? null : !holds);

/**
 * Makes the test of a condition.
 *
 * @throws QueryRefusal for a pattern that is none, or is too large
 */
export function rowTest(
  condition: Condition | null | undefined,
  shape: TableShape,
  context: QueryContext<never>,
): RowTest {
  const tests = Object.entries(condition ?? {}).flatMap(([name, part]) =>
    part === undefined || part === null ? [] : [partTest(name, part, shape, context)],
  );
  return (row) => testUntil(tests, false, row);
}

function partTest(name: string, part: unknown, shape: TableShape, context: QueryContext<never>): RowTest {
  if (name === "_not") {
    const test = rowTest(part as Condition, shape, context);
    return (row) => {
      const holds = test(row);
      return holds instanceof Promise ? holds.then(opposite) : opposite(holds);
    };
  }
  if (name === "_and" || name === "_or") {
    const tests = (part as Condition[]).map((one) => rowTest(one, shape, context));
    return (row) => testUntil(tests, name === "_or", row);
  }
  const relation = shape.relations?.[name];
  if (relation !== undefined) {
    const test = rowTest(part as Condition, context.tables[relation.table]!, context);
    // A relation without a row meets no condition about it.
    return async (row) => {
      for await (const _ of wantedOf(row, relation, test, context)) return true;
      return false;
    };
  }
  const aggregated = aggregatedRelation(shape, name);
  if (aggregated !== undefined) return aggregateTest(part as AggregateCondition, aggregated, context);
  const test = valueTest(part as Condition, isJson(name, shape), context.patterns);
  return (row) => test(row[name] ?? null);
}

/** Makes the test of the values of a column. */
function valueTest(asked: Condition, ofJson: boolean, patterns: Patterns): Test {
  const known = ofJson ? { ...operators, ...jsonOperators } : operators;
  const tests = Object.entries(asked).flatMap(([operator, operand]): Test[] => {
    if (operand === undefined) return [];
    if (operator !== "_cast") return [known[operator]!(operand, patterns)];
    const ofText = valueTest((operand as { readonly String?: Condition } | null)?.String ?? {}, false, patterns);
    return [(value) => ofText(value === null ? null : jsonText(value))];
  });
  return (value) => {
    let all: Truth = true;
    for (const test of tests) {
      const holds = test(value);
      if (holds === false) return false;
      if (holds === null) all = null;
    }
    return all;
  };
}

function isJson(name: string, { columns }: TableShape): boolean {
  const type = columns[name];
  return type !== undefined && kindOf(type) === "jsonb";
}

/** A condition about all rows that belong to one. */
type AggregateCondition = Readonly<
  Record<
    string,
    | {
        readonly arguments?: string | readonly string[] | null;
        readonly distinct?: boolean | null;
        readonly filter?: Condition | null;
        readonly predicate: Condition;
      }
    | null
    | undefined
  >
>;

function aggregateTest(asked: AggregateCondition, relation: Relation, context: QueryContext<never>): RowTest {
  const shape = context.tables[relation.table]!;
  const tests = Object.entries(asked).flatMap(([what, given]): RowTest[] => {
    if (!given) return [];
    const { arguments: named = [], distinct, filter, predicate } = given;
    const isWanted = rowTest(filter, shape, context);
    const holds = valueTest(predicate, false, context.patterns);
    return [
      async (row) => {
        const rows: Row[] = [];
        for await (const one of wantedOf(row, relation, isWanted, context)) rows.push(one);
        if (what === "count") return holds(countRows(rows, { columns: named as readonly string[], distinct }));
        return holds(
          foldTruths(
            rows.map((one) => one[named as string] ?? null),
            what === "bool_or",
          ),
        );
      },
    ];
  });
  return (row) => testUntil(tests, false, row);
}

/** The rows that belong to one and meet a condition. Conditions in each other may look at any number of rows that are there already. */
async function* wantedOf(
  row: Row,
  relation: Relation,
  test: RowTest,
  context: QueryContext<never>,
): AsyncGenerator<Row> {
  for (const one of await context.related.of(row, relation)) {
    context.fold(1);
    const turn = giveWay(context.signal);
    if (turn !== undefined) await turn;
    if ((await test(one)) === true) yield one;
  }
}

/** One truth of those that are there; null where there is none. */
function foldTruths(values: readonly Value[], decisive: boolean): Value {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  return known.includes(decisive) ? decisive : !decisive;
}
