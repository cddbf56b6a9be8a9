/** Lets the reader go to another version of the site, where several lie next to each other: to the same page, if it has one. */
export function offerVersions(): void {
  const choice = document.querySelector<HTMLSelectElement>("select.version");
  const { root = "", versions } = document.body.dataset;
  if (choice === null || versions === undefined) return;
  const own = choice.value;
  const base = new URL(root, location.href);
  const page = location.href.slice(base.href.length).replace(/#.*/, "") || "index.html";
  void list(versions).then((names) => {
    choice.replaceChildren(...names.map((name) => new Option(name, name, name === own, name === own)));
    choice.disabled = names.length < 2;
  });
  choice.addEventListener("change", async () => {
    const other = new URL(`../${choice.value}/`, base);
    const same = new URL(page, other);
    const { ok } = await fetch(same, { method: "HEAD" });
    location.href = ok ? same.href : new URL("index.html", other).href;
  });
}

async function list(address: string): Promise<readonly string[]> {
  return (await (await fetch(address)).json()) as string[];
}
