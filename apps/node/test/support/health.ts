/** The health that a node answers. */
export interface Health {
  readonly status: number;
  readonly message: string;
  readonly waypoint?: string;
}

/** Asks a node for its health. */
export async function readHealth(url: string): Promise<Health> {
  const answer = await fetch(`${url}/v1/-/healthy`);
  return { status: answer.status, ...((await answer.json()) as { message: string }) };
}
