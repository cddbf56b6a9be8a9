import { render } from "preact";
import { App } from "./app.tsx";
import { followHistory } from "./routing/history-entry.ts";
import { applyStoredTheme } from "./shell/theme-button.tsx";
import "./styles/index.css";

const root = document.getElementById("app");
if (root === null) throw new Error("the page has no element for the application");
applyStoredTheme();
followHistory();
render(<App />, root);
