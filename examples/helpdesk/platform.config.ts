import { PlatformApp } from "@platform/server";
import { customers } from "./contexts/customers.ts";
import { documentation } from "./contexts/documentation.ts";
import { tickets } from "./contexts/tickets.ts";
import { seed } from "./seed/seed.ts";

export default new PlatformApp({ contexts: [customers, tickets, documentation], seed });
