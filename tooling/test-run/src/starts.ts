/** Kinds of things that a test file starts and that cost seconds each time. */
export type Started = "nodes" | "composed nodes" | "refused starts" | "commands" | "servers" | "browsers";

/** Starts of one test file so far, by kind. */
export type Starts = Readonly<Record<Started, number>>;

/** Nothing started yet. */
export const noStarts: Starts = {
  nodes: 0,
  "composed nodes": 0,
  "refused starts": 0,
  commands: 0,
  servers: 0,
  browsers: 0,
};

const counted: Record<Started, number> = { ...noStarts };

/** Counts a process that this test file starts: a node that serves, one that is composed in this process, a start that is to be refused, a command of the program, a PostgreSQL server or a browser. */
export function countStart(kind: Started): void {
  counted[kind]++;
}

/** The starts of this process, which in the projects of processes is that of one test file. */
export function readStarts(): Starts {
  return { ...counted };
}
