import { checkPages } from "./release/pages.ts";
const [folder = "", repository = "", url = "", ...pages] = process.argv.slice(2);
await checkPages({ folder, repository, registry: { url } as never, pages });
