/** What some engine lacks of PostgreSQL, and what the driver does there. */
export interface Exception {
  /** As the page on PostgreSQL names it. */
  readonly name: string;
  /** The engines that lack it, by their documents. */
  readonly lackedBy: readonly string[];
  /** What there is in its place, as the page says it. */
  readonly instead: string;
}

/** The features that are not in the subset, and yet sent: each has something in its place. The page on PostgreSQL has this table. */
export const exceptions = {
  partitions: {
    name: "partitions by version",
    lackedBy: ["YugabyteDB", "CockroachDB"],
    instead: "tables in one piece: `db schema --distributed` sets 0 versions a partition, and none of these is sent",
  },
  copy: {
    name: "binary `copy`",
    lackedBy: ["older CockroachDB"],
    instead: "`copy=off` in the URL: inserts of many rows",
  },
  lock: {
    name: "`pg_try_advisory_lock` of the index of tables",
    lackedBy: ["CockroachDB", "older YugabyteDB"],
    instead: "the writer's name in `index_head`, which every step locks and compares",
  },
  lockTable: {
    name: "`lock table` of a picture of the index",
    lackedBy: ["CockroachDB"],
    instead: "nothing: no `--index` there",
  },
  sizes: {
    name: "`pg_total_relation_size`",
    lackedBy: ["CockroachDB"],
    instead: "nothing: no `--disk-budget`, and no sizes in `stats`",
  },
  recovery: {
    name: "`pg_is_in_recovery`, `pg_last_xact_replay_timestamp`",
    lackedBy: ["CockroachDB"],
    instead: "the lag of a replica is not told: there are no replicas of that kind",
  },
} as const satisfies Readonly<Record<string, Exception>>;

/** The name of an exception. */
export type ExceptionName = keyof typeof exceptions;

/** The judgement of a statement. */
export interface Verdict {
  /** What no engine but PostgreSQL plans; empty for a statement of the subset. */
  readonly refused: readonly string[];
  readonly exceptions: ReadonlySet<ExceptionName>;
}

/** Kinds of statements that all engines know, by their names in the parser's trees. */
const kinds = new Set([
  "SelectStmt",
  "InsertStmt",
  "UpdateStmt",
  "DeleteStmt",
  "TransactionStmt",
  "VariableSetStmt",
  "CreateSchemaStmt",
  "CreateStmt",
  "IndexStmt",
  "TruncateStmt",
  "RenameStmt",
]);

/** Kinds that some engine lacks. */
const exceptionKinds: Readonly<Record<string, ExceptionName>> = {
  CopyStmt: "copy",
  LockStmt: "lockTable",
  AlterTableStmt: "partitions",
  DropStmt: "partitions",
  TableLikeClause: "partitions",
  PartitionSpec: "partitions",
};

/** Functions that all engines know. Casts, `coalesce`, `greatest` and `case` are no functions for the parser. */
const functions = new Set(
  `array_position bool_and clock_timestamp count current_setting decode encode extract gen_random_uuid generate_series isfinite json_agg json_to_recordset max min
   octet_length replace sha256 string_agg substr sum to_regclass unnest`.split(/\s+/),
);

/** Functions that some engine lacks. */
const exceptionFunctions: Readonly<Record<string, ExceptionName>> = {
  pg_try_advisory_lock: "lock",
  hashtextextended: "lock",
  pg_total_relation_size: "sizes",
  pg_is_in_recovery: "recovery",
  pg_last_xact_replay_timestamp: "recovery",
};

/** Columns that PostgreSQL keeps for itself. */
const systemColumns = new Set(["ctid", "xmin", "xmax", "cmin", "cmax", "tableoid"]);

/** Judges the tree of one statement, as libpg_query makes it. */
export function judgeStatement(tree: object): Verdict {
  const refused: string[] = [];
  const found = new Set<ExceptionName>();
  const [kind] = Object.keys(tree);
  if (!kinds.has(kind!) && exceptionKinds[kind!] === undefined) refused.push(`a statement of the kind ${kind}`);
  for (const [name, node] of nodesOf(tree)) {
    const exception = exceptionKinds[name];
    if (exception !== undefined) found.add(exception);
    if (name === "partspec") found.add("partitions");
    if (node.lateral === true) refused.push("lateral");
    if (name === "partbound" && kind === "CreateStmt") refused.push("create table … partition of");
    if (name === "Constraint" && node.contype === "CONSTR_FOREIGN") refused.push("a foreign key");
    if (name === "ColumnRef" || name === "FuncCall") {
      const last = lastName(name === "ColumnRef" ? node.fields : node.funcname);
      if (name === "ColumnRef" && systemColumns.has(last)) refused.push(`the system column ${last}`);
      if (name === "FuncCall") {
        const lacking = exceptionFunctions[last];
        if (lacking !== undefined) found.add(lacking);
        else if (!functions.has(last)) refused.push(`the function ${last}`);
      }
    }
  }
  return { refused, exceptions: found };
}

type Node = Readonly<Record<string, unknown>>;

/** Every node of a tree, with the name that it has in the node around it. */
function* nodesOf(node: object): Generator<readonly [string, Node]> {
  for (const [name, child] of Object.entries(node)) {
    if (typeof child !== "object" || child === null) continue;
    if (!Array.isArray(child)) yield [name, child as Node];
    yield* nodesOf(child);
  }
}

function lastName(names: unknown): string {
  const last = (names as readonly { readonly String?: { readonly sval: string } }[]).at(-1);
  return last?.String?.sval ?? "";
}
