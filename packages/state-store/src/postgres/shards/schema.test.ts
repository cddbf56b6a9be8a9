import { expect, test } from "vitest";
import { formatSchema } from "../schema.ts";
import { formatShards, type ShardLayout } from "./schema.ts";

const layout: ShardLayout = {
  coordinator: { name: "one", database: "main", users: ["ledger_writer", "ledger_api"] },
  shards: [
    { name: "two", host: "two.example", port: 5433, database: "part", user: "it's", password: "a'b\\c" },
    { name: "three", host: "three.example", port: 5432, database: "part", user: "ledger" },
  ],
};

const parts = formatShards("mine", layout);
const first = parts.at(-1)!.statements;

test("a name that is none of a schema is refused, since it stands in the statements", () => {
  for (const name of ["a; drop schema public", "Mine", "", "1st", "a".repeat(41)]) {
    expect(() => formatShards(name, layout)).toThrow("schema must be a name");
    expect(() => formatSchema(name, undefined)).toThrow("schema must be a name");
  }
});

test("the shards come first, each with the same tables of the state", () => {
  expect(parts.map(({ server }) => server)).toEqual(["two", "three", "one"]);
  for (const { statements } of parts.slice(0, 2)) {
    expect(statements).toContain("create table mine.state_keys (");
    expect(statements).toContain("create table mine.state_values (");
    expect(statements).not.toContain("mine.records");
  }
  expect(parts[0]!.statements).toContain("values (1, 0, 0)");
  expect(parts[1]!.statements).toContain("values (2, 0, 0)");
});

test("every key has one partition, of which the first server has one", () => {
  for (const table of ["state_keys", "state_values"]) {
    const remainders = [...first.matchAll(new RegExp(`mine\\.${table}_s(\\d)[^;]*modulus 3, remainder (\\d)`, "g"))];
    expect(remainders.map(([, name, remainder]) => [name, remainder])).toEqual([
      ["0", "0"],
      ["1", "1"],
      ["2", "2"],
    ]);
  }
  expect(first).toContain("\nvalues (0, 1, decode(");
  expect(first).toMatch(/4194304, 2\);/);
});

test("no server reads all of its values to find those above the head", () => {
  for (const { statements } of parts) {
    expect(statements).toMatch(/on mine\.state_values(_s0)? using brin \(version\)/);
  }
});

test("a shard notices that the host of the first server is gone", () => {
  expect(first.match(/options '-c tcp_keepalives_idle=5 /g)).toHaveLength(2);
});

test("the tables are the writer's, and others may read them", () => {
  expect(first).toContain('create schema if not exists mine authorization "ledger_writer";\nset role "ledger_writer";');
  expect(first).toContain('grant select on all tables in schema mine to "ledger_api";');
  expect(first).not.toContain('in schema mine to "ledger_writer"');
  expect(first.match(/grant usage on foreign server .*/g)).toEqual([
    'grant usage on foreign server mine_two to "ledger_writer";',
    'grant usage on foreign server mine_three to "ledger_writer";',
  ]);
  expect(first).toMatch(/reset role;\n$/);
});

test("a password is there only where it was given, and quotes are doubled", () => {
  expect(first.match(/password/g)).toHaveLength(2);
  expect(first).toContain(`for "ledger_api" server mine_two options (user 'it''s', password E'a''b\\\\c');`);
  expect(first).toContain(`for "ledger_writer" server mine_three options (user 'ledger');`);
  for (const { statements } of parts.slice(0, 2)) expect(statements).not.toContain("password");
});
