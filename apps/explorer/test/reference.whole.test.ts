import { beforeAll, expect, test } from "vitest";
import { describeInBrowser, openWatchedPage, screens } from "./browser.ts";
import { type DescribedOperation, triedStatus } from "./described-operation.ts";
import {
  closeExplorer,
  eventually,
  openOperation,
  overflow,
  provedDemo,
  readJson,
  sendRequest,
  tryOperation,
  useSharedExplorer,
  waitForLedger,
} from "./explorer-page.ts";

interface Spec {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

describeInBrowser("the API reference", () => {
  const explorer = useSharedExplorer(provedDemo, (node) => waitForLedger(node, "block_height", 5));
  let spec: Spec;

  beforeAll(async () => {
    spec = await readJson<Spec>(explorer, "/spec.json");
  });

  const operations = (): string[] =>
    Object.values(spec.paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));

  test("has a page with a link of its own for every operation", async () => {
    const page = await explorer.open("#/reference");
    const links = page.getByRole("navigation", { name: "Operations" }).getByRole("link");
    await eventually(() => links.count()).toBe(operations().length);
    for (const link of await links.all()) {
      await link.click();
      expect(page.url()).toContain(await link.getAttribute("href"));
      expect(await page.getByRole("heading", { level: 1 }).innerText()).not.toBe("");
    }
    await closeExplorer(page);
  });

  test("goes where the address says when it changes before the first paint", async () => {
    const { page, complaints } = await openWatchedPage(explorer.browser, [explorer.url]);
    await page.addInitScript(() => {
      const observer = new MutationObserver(() => {
        if (document.getElementById("main") === null) return;
        observer.disconnect();
        location.hash = "#/reference/get_account_balance";
      });
      observer.observe(document, { childList: true, subtree: true });
    });
    await page.goto(`${explorer.url}/v1/spec#/transactions`);
    await page.getByRole("heading", { name: "Try it" }).waitFor();
    await page.close();
    expect(complaints).toEqual([]);
  });

  test("can try every operation with values that exist", async () => {
    const page = await explorer.open("#/reference");
    for (const operation of Object.values(spec.paths).flatMap((methods) => Object.values(methods))) {
      await tryOperation(page, explorer, operation.operationId, triedStatus(operation));
    }
    await closeExplorer(page);
  });

  test("says what each byte of a BCS answer is", async () => {
    const page = await explorer.open("#/reference");
    for (const [path, { get }] of Object.entries(spec.paths)) {
      if (get === undefined || path.startsWith("/spec") || !triedStatus(get).test("200")) continue;
      if (get.responses["200"]?.content?.["application/x-bcs"] === undefined) continue;
      const operation = get.operationId;
      await openOperation(page, explorer, operation);
      await page.getByLabel("BCS").check();
      await sendRequest(page, /application\/x-bcs/, operation);
      const answer = page.getByRole("region", { name: "Answer", exact: true });
      expect(await answer.locator(".explained .bad").count(), operation).toBe(0);
      expect(await answer.locator("pre").count(), operation).toBe(1);
    }
    await closeExplorer(page);
  });

  test("names the codes of every error", async () => {
    const page = await explorer.open("#/reference/get_account");
    const codes = page.locator('td[data-label="error_code"]');
    await codes.first().waitFor();
    await eventually(() => codes.count()).toBeGreaterThan(2);
    for (const text of await codes.allInnerTexts()) expect(text).toMatch(/^[a-z_]+(\n[a-z_]+)*$/);
    await closeExplorer(page);
  });

  test("has contents that follow what is shown, and come after it on a phone", async () => {
    const [desk, phone] = screens;
    const wide = await explorer.open("#/reference/view", desk);
    const current = wide.getByRole("navigation", { name: "Operations" }).locator("[aria-current]");
    await current.waitFor();
    await eventually(async () => (await current.boundingBox())?.y ?? Number.NaN).toBeLessThan(desk.height);
    await closeExplorer(wide);
    const narrow = await explorer.open("#/reference/schema/MoveStruct", phone);
    const heading = narrow.getByRole("heading", { level: 1 });
    await eventually(async () => (await heading.boundingBox())?.y ?? Number.NaN).toBeLessThan(phone.height / 2);
    expect(await overflow(narrow)).toBe(0);
    await closeExplorer(narrow);
  });

  test("shows ledger headers, timing and errors as the API gave them", async () => {
    const page = await explorer.open("#/reference/get_account_modules");
    const answer = page.getByRole("region", { name: "Answer", exact: true });
    await page.getByText("with values that exist on this ledger").waitFor();
    await page.getByLabel("limit").fill("1");
    await sendRequest(page, /^200/);
    expect(await answer.innerText()).toContain('"bytecode": "0xa11ceb0b');
    expect(await answer.innerText()).toMatch(/[\d.]+ ms/);
    expect(await answer.innerText()).toContain("x-svc-ledger-oldest-version");
    expect(await answer.innerText()).toContain("x-svc-cursor");
    await page.getByLabel("ledger_version").fill("99999999999");
    await sendRequest(page, /^404/);
    expect(await answer.innerText()).toContain('"error_code": "version_not_found"');
    await closeExplorer(page);
  });

  test("keeps what is typed while it looks for values, and says where it finds none", async () => {
    const page = await explorer.open("#/reference");
    const released = Promise.withResolvers<void>();
    await page.route("**/v1/accounts/0x1/modules?limit=1", async (route) => {
      await released.promise;
      await route.fulfill({
        status: 503,
        json: { message: "busy", error_code: "internal_error", vm_error_code: null },
      });
    });
    await page.goto(`${explorer.url}/v1/spec#/reference/get_account_module`);
    await page.getByText("looking for values that exist…").waitFor();
    await page.getByLabel("module_name").fill("coin");
    released.resolve();
    await page.getByText("values that exist could not be read").waitFor();
    expect(await page.getByLabel("module_name").inputValue()).toBe("coin");
    expect(await page.getByRole("alert").innerText()).toContain("busy");
    await closeExplorer(page);
  });

  test("keeps a body that is typed while it looks for one", async () => {
    const page = await explorer.open("#/reference");
    const released = Promise.withResolvers<void>();
    await page.route(/\/v1\/?$/, async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.goto(`${explorer.url}/v1/spec#/reference/view`);
    await page.getByText("looking for values that exist…").waitFor();
    await page.getByRole("textbox", { name: "Body" }).fill("{}");
    released.resolve();
    await page.getByText("with values that exist on this ledger").waitFor();
    expect(await page.getByRole("textbox", { name: "Body" }).inputValue()).toBe("{}");
    await closeExplorer(page);
  });

  test("gives snippets that run", async () => {
    const page = await explorer.open("#/reference/get_table_item");
    await page.getByText("with values that exist on this ledger").waitFor();
    const shown = page.locator(".snippets pre");
    await eventually(() => shown.innerText()).toContain("--header 'Content-Type: application/json'");
    for (const [language, part] of [
      ["Python", "requests.post("],
      ["Go", "http.NewRequest("],
      ["Rust", "reqwest::Client::new()"],
      ["TypeScript", "await response.json()"],
    ] as const) {
      await page.getByLabel(language).check();
      await eventually(() => shown.innerText()).toContain(part);
    }
    // The snippet is run here as its reader would run it.
    const printed: unknown[] = [];
    const run = new Function("console", `return (async () => { ${await shown.innerText()} })()`);
    await run({ log: (value: unknown) => printed.push(value) });
    expect(printed).toHaveLength(1);
    expect(printed[0]).not.toHaveProperty("error_code");
    await closeExplorer(page);
  });

  test("finds operations by a word, and leads from schema to schema", async () => {
    const page = await explorer.open("#/reference");
    const links = page.getByRole("navigation", { name: "Operations" }).getByRole("link");
    await eventually(() => links.count()).toBeGreaterThan(5);
    await page.getByLabel("Search the reference").fill("raw table item");
    await eventually(() => links.allInnerTexts()).toEqual([expect.stringContaining("Get a raw table item")]);
    await page.getByLabel("Search the reference").fill("MoveStruct");
    await page
      .getByRole("navigation", { name: "Schemas" })
      .getByRole("link", { name: "MoveStruct", exact: true })
      .click();
    await eventually(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("Schema MoveStruct");
    await page.getByRole("link", { name: "MoveStructField" }).first().click();
    await eventually(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("Schema MoveStructField");
    for (const name of Object.keys(spec.components.schemas)) {
      await page.goto(`${explorer.url}/v1/spec#/reference/schema/${name}`);
      await eventually(() => page.getByRole("heading", { level: 1 }).innerText()).toBe(`Schema ${name}`);
    }
    await page.goto(`${explorer.url}/v1/spec#/reference/no_such_operation`);
    await eventually(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("No such operation");
    await closeExplorer(page);
  });
});
