import { PlatformApp } from "@platform/server";
import { customers } from "./contexts/customers.ts";
import { documentation } from "./contexts/documentation.ts";
import { manuals } from "./contexts/manuals.ts";
import { tickets } from "./contexts/tickets.ts";
import { closeSilentTickets } from "./jobs/close-silent-tickets.ts";
import { reportBacklog } from "./jobs/report-backlog.ts";
import { triageTicket } from "./jobs/triage-ticket.ts";
import { anyServer } from "./providers/any-server.ts";
import { clerk } from "./providers/clerk.ts";
import { seed } from "./seed/seed.ts";
import { findTicket } from "./tools/find-ticket.ts";

export default new PlatformApp({
  contexts: [customers, tickets, documentation, manuals],
  jobs: [triageTicket, closeSilentTickets, reportBacklog],
  tools: [findTicket],
  providers: [anyServer, clerk],
  seed,
});
