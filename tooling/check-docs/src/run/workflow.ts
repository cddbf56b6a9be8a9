import { parse } from "yaml";

/** Files of GitHub Actions. */
const workflowFile = /^\.github\/workflows\/[\w-]+\.ya?ml$/;

/** Returns true if a file is a workflow of GitHub Actions. */
export const isWorkflow = (file: string): boolean => workflowFile.test(file);

/**
 * The commands of a workflow, one for each of its steps, in their order. Actions of others are not run.
 *
 * @throws Error for a text that is no workflow
 */
export function workflowCommands(text: string): readonly string[] {
  const { on: trigger, jobs } = membersOf(parse(text), "the workflow");
  if (trigger === undefined) throw new Error("the workflow says nothing of when it runs");
  const commands: string[] = [];
  for (const [name, job] of Object.entries(membersOf(jobs, "jobs"))) {
    const { "runs-on": machine, steps } = membersOf(job, `the job ${name}`);
    if (typeof machine !== "string" || !Array.isArray(steps) || steps.length === 0)
      throw new Error(`the job ${name} needs runs-on and steps`);
    for (const step of steps as readonly unknown[]) {
      const { uses, run } = membersOf(step, `a step of ${name}`);
      if ((typeof uses === "string") === (typeof run === "string"))
        throw new Error(`a step of ${name} needs either uses or run`);
      if (typeof run === "string") commands.push(run.trim());
    }
  }
  return commands;
}

function membersOf(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error(`${what} is not an object of YAML`);
  return value as Readonly<Record<string, unknown>>;
}
