import type { Page } from "playwright-core";

/** Waits until a view has what it asked for, and nothing of it moves or fades any more. */
export async function waitForView(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForFunction(() => {
    const waits = document.querySelectorAll('.settling, [aria-busy="true"]').length > 0;
    const says = [...document.querySelectorAll("main p, main figcaption")].some(({ textContent }) =>
      /^(Loading|[Ll]ooking|Reading)[^.]*…$/.test(textContent ?? ""),
    );
    return !waits && !says && document.getAnimations().length === 0;
  });
}
