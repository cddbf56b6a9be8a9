import { describeCases } from "./describe-cases.ts";

describeCases({ name: "framework_randomnet", count: 1205, network: "randomnet" });
describeCases({ name: "framework_devnet", count: 1198, network: "devnet" });
