import { writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes what nginx needs to run a part of its configuration as a program of this user.
 *
 * @param servers - what stands in the `http` block
 * @returns the command that runs it in the foreground
 */
export function nginxCommand(folder: string, servers: string): readonly [program: string, ...args: string[]] {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  const file = join(folder, "nginx.conf");
  const http = `http { access_log off; ${temporary.join(" ")}\n${servers}\n}`;
  // A worker of another user could not write into the folder.
  const user = process.getuid?.() === 0 ? "user root; " : "";
  writeFileSync(file, `${user}daemon off; pid ${join(folder, "pid")}; error_log stderr;\nevents {}\n${http}\n`);
  return ["nginx", "-c", file, "-p", folder];
}
