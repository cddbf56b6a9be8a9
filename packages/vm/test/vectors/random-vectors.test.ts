import { describeCases } from "./describe-cases.ts";

describeCases({ name: "random", count: 3636, network: "randomnet" });
