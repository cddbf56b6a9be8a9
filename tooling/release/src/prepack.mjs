// Runs before every package is packed. Only pnpm replaces `workspace:` and `catalog:`, drops what is private and adds the
// licence: a tarball that npm makes by hand cannot be installed, so it is refused. Plain JavaScript: npm may run on any Node.
import { existsSync, readFileSync } from "node:fs";

const agent = process.env.npm_config_user_agent ?? "";
if (!agent.startsWith("pnpm/")) {
  refuse(
    "pack and publish with pnpm (`pnpm pack`, `pnpm release:publish`): npm leaves `workspace:` and `catalog:` in the manifest",
  );
}

const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const missing = [...targets(manifest.exports), ...targets(manifest.bin)].filter((path) => !existsSync(path));
if (missing.length > 0) refuse(`${missing.join(", ")} is missing; run \`pnpm build\` in the repository first`);

/** Every file that a field of conditions leads to. */
function targets(field) {
  if (typeof field === "string") return [field];
  return Object.values(field ?? {}).flatMap(targets);
}

function refuse(reason) {
  process.stderr.write(`Not packed: ${reason}.\n`);
  process.exit(1);
}
