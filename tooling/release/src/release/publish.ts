import { writeFileSync } from "node:fs";
import type { Package } from "../workspace.ts";
import type { Registry } from "./registry.ts";
import { pnpm } from "./working-copy.ts";

/**
 * Publishes every package of a built repository that is not in a registry yet.
 *
 * @param settings - file for the credentials
 * @throws Error when one of the packages does not arrive
 */
export async function publishAll(
  repository: string,
  packages: readonly Package[],
  registry: Registry,
  settings: string,
): Promise<void> {
  writeFileSync(settings, `registry=${registry.url}\n${registry.credentials}\n`);
  // What a build server would sign is signed by none here.
  const env = { npm_config_userconfig: settings, NPM_CONFIG_USERCONFIG: settings };
  const args = ["--recursive", "--no-git-checks", "--no-provenance", "--registry", registry.url];
  await pnpm(repository, ["publish", ...args], env);
  for (const { manifest } of packages) {
    const answer = await fetch(`${registry.url}${manifest.name.replace("/", "%2f")}`);
    const { versions = {} } = answer.ok ? ((await answer.json()) as { readonly versions?: object }) : {};
    if (!Object.hasOwn(versions, manifest.version))
      throw new Error(`${manifest.name} ${manifest.version} is not in the registry`);
  }
}
