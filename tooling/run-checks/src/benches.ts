import { type Entry, program } from "./entry.ts";

/** The measurements of `pnpm bench NAME`, by name; what they take is in the README of each. */
export const benches: Readonly<Record<string, Entry>> = {
  bcs: {
    summary: "codecs, against other libraries",
    takes: "4 min",
    steps: [program("bench/bcs/src/main.ts")],
  },
  move: { summary: "readers of modules", takes: "2 min", steps: [program("bench/move/src/main.ts")] },
  vm: { summary: "the machine, interpreted and compiled", takes: "5 min", steps: [program("bench/vm/src/main.ts")] },
  gas: {
    summary: "natives and instructions, by the gas that pays for them [--only TEXT]",
    takes: "15 min",
    steps: [program("bench/vm/src/gas.ts")],
  },
  store: {
    summary: "the store in a file: commits, reads, prunes, proofs",
    takes: "30 min",
    steps: [program("bench/store/src/main.ts")],
  },
  postgres: {
    summary: "the store on PostgreSQL (needs PostgreSQL)",
    takes: "30 min",
    needs: "bundle",
    steps: [program("bench/postgres/src/main.ts")],
  },
  shards: {
    summary: "a state on one, two and three PostgreSQL servers",
    takes: "20 min",
    steps: [program("bench/postgres/src/shards.ts")],
  },
  http: {
    summary: "requests to a node (needs wrk)",
    takes: "20 min",
    needs: "bundle",
    steps: [program("bench/http/src/main.ts")],
  },
  execute: {
    summary: "blocks executed, and executed again",
    takes: "10 min",
    needs: "bundle",
    steps: [program("bench/execute/src/main.ts")],
  },
  growth: { summary: "stores of up to 50 million rows", takes: "hours", steps: [program("bench/growth/src/main.ts")] },
  index: { summary: "the index of tables", takes: "10 min", steps: [program("bench/index/src/main.ts")] },
  proofs: {
    summary: "verified reads of a page (needs Chromium)",
    takes: "5 min",
    needs: "bundle",
    steps: [program("bench/proofs/src/main.ts")],
  },
  devnet: {
    summary: "networks in a process: starts, snapshots, memory",
    takes: "5 min",
    needs: "build",
    steps: [{ command: ["node", "--expose-gc", "--conditions=@ledger/source", "bench/devnet/src/main.ts"] }],
  },
  sync: {
    summary: "following an upstream on this machine",
    takes: "10 min",
    steps: [program("bench/sync/src/main.ts")],
  },
};
