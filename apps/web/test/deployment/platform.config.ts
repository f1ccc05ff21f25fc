import { customers } from "../../../../examples/helpdesk/contexts/customers.ts";
import { documentation } from "../../../../examples/helpdesk/contexts/documentation.ts";
import { tickets } from "../../../../examples/helpdesk/contexts/tickets.ts";
import { reportBacklog } from "../../../../examples/helpdesk/jobs/report-backlog.ts";
import { triageTicket } from "../../../../examples/helpdesk/jobs/triage-ticket.ts";
import { anyServer } from "../../../../examples/helpdesk/providers/any-server.ts";
import { clerk } from "../../../../examples/helpdesk/providers/clerk.ts";
import { seed } from "../../../../examples/helpdesk/seed/seed.ts";
import { findTicket } from "../../../../examples/helpdesk/tools/find-ticket.ts";
import { PlatformApp } from "../../../../packages/platform/src/index.ts";
import { echo, waitLong } from "./echo.ts";
import { manuals } from "./manuals.ts";
import { planVisit } from "./plan-visit.ts";

/** The help desk, and one context with everything that a context can have. */
export default new PlatformApp({
  // The first one that can be searched is where a search begins.
  contexts: [customers, tickets, manuals, documentation],
  jobs: [triageTicket, reportBacklog],
  tools: [findTicket, waitLong, planVisit],
  providers: [anyServer, clerk, echo],
  // It knows the help desk's own three contexts, and uses no others.
  seed: (app) => seed(app as unknown as Parameters<typeof seed>[0]),
});
