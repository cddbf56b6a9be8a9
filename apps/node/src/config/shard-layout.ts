import type { ShardLayout, ShardServer } from "@ledger/state-store/postgres";
import { parseDocument } from "yaml";
import { ConfigError } from "./config-error.ts";
import { readText } from "./config-file.ts";

/** Most servers besides the one with the head: every write ends on all of them. */
const mostShards = 63;
/** Longest name of a server: with the name of the schema it is an identifier of PostgreSQL. */
const namePattern = /^[a-z_][a-z0-9_]{0,19}$/;

type Members = Readonly<Record<string, unknown>>;
type Refuse = (where: string, reason: string) => never;

/**
 * Reads a file that names the servers of a store whose state is spread: a YAML mapping, or JSON, with `coordinator` (`name`, `database`,
 * `users`) and `shards` (each with `name`, `host`, `port`, `database`, `user`, `password`).
 *
 * @throws ConfigError with the file and the member
 */
export function readShardLayout(path: string): ShardLayout {
  const refuse: Refuse = (where, reason) => {
    throw new ConfigError(`${path}: ${where}: ${reason}`);
  };
  const document = parseDocument(readText(path), { prettyErrors: false });
  const [fault] = document.errors;
  if (fault !== undefined) return refuse("YAML", fault.message.replace(/\s+/g, " "));
  const top = readMembers(document.toJS(), "the file", ["coordinator", "shards"], refuse);
  const first = readMembers(top.coordinator, "coordinator", ["name", "database", "users"], refuse);
  const coordinator = {
    name: readName(first, "coordinator", refuse),
    database: readWord(first, "coordinator", "database", "ledger", refuse),
    users: readList(first.users ?? ["ledger"], "coordinator.users", refuse).map((user, i) =>
      typeof user === "string" && user !== "" ? user : refuse(`coordinator.users[${i}]`, "expected the name of a user"),
    ),
  };
  const shards = readList(top.shards, "shards", refuse).map((item, i) => readShard(item, `shards[${i}]`, refuse));
  if (shards.length > mostShards) return refuse("shards", `at most ${mostShards} are possible`);
  const seen = new Set([coordinator.name]);
  for (const [i, { name }] of shards.entries()) {
    if (seen.has(name)) return refuse(`shards[${i}].name`, `there are two servers of the name ${name}`);
    seen.add(name);
  }
  return { coordinator, shards };
}

function readShard(item: unknown, where: string, refuse: Refuse): ShardServer {
  const members = readMembers(item, where, ["name", "host", "port", "database", "user", "password"], refuse);
  const port = members.port ?? 5432;
  if (typeof port !== "number" || !Number.isInteger(port) || port < 1 || port > 65_535) {
    return refuse(`${where}.port`, "expected a number from 1 to 65535");
  }
  const password = members.password;
  if (password !== undefined && typeof password !== "string") return refuse(`${where}.password`, "expected a text");
  return {
    name: readName(members, where, refuse),
    host: readWord(members, where, "host", undefined, refuse),
    port,
    database: readWord(members, where, "database", "ledger", refuse),
    user: readWord(members, where, "user", "ledger", refuse),
    password,
  };
}

function readMembers(value: unknown, where: string, known: readonly string[], refuse: Refuse): Members {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return refuse(where, `expected a mapping with ${known.join(", ")}`);
  }
  for (const name of Object.keys(value)) {
    if (!known.includes(name)) refuse(where, `unknown member ${name}; known are ${known.join(", ")}`);
  }
  return value as Members;
}

function readList(value: unknown, where: string, refuse: Refuse): readonly unknown[] {
  if (!Array.isArray(value) || value.length === 0) return refuse(where, "expected a list with one entry at least");
  return value;
}

function readName(members: Members, where: string, refuse: Refuse): string {
  const { name } = members;
  if (typeof name === "string" && namePattern.test(name)) return name;
  return refuse(`${where}.name`, "expected up to 20 lower-case letters, digits and underscores");
}

function readWord(
  members: Members,
  where: string,
  member: string,
  otherwise: string | undefined,
  refuse: Refuse,
): string {
  const value = members[member] ?? otherwise;
  if (typeof value === "string" && value !== "") return value;
  return refuse(`${where}.${member}`, "expected a text");
}
