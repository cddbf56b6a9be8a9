import { render } from "preact";
import { App } from "./app.tsx";
import "./styles.css";

const root = document.getElementById("app");
if (root === null) throw new Error("the page has no element for the application");
render(<App />, root);
