import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { parseAuditSearch } from "../features/audit/audit-search.ts";
import { parseChatSearch } from "../features/chat/chat-search.ts";
import {
  parseCompareSearch,
  parseEvalsSearch,
  parseForSetSearch,
  parseRunSearch,
} from "../features/evals/evals-search.ts";
import { parseItemSearch } from "../features/items/item-search.ts";
import { parseItemsSearch } from "../features/items/items-search.ts";
import { parsePromptsSearch } from "../features/prompts/prompts-search.ts";
import { parseJobsSearch } from "../features/queues/jobs-search.ts";
import { parseSearchSettings } from "../features/search/search-settings.ts";
import { parseSignInSearch } from "../features/session/sign-in-search.ts";
import { parseToolSearch } from "../features/tools/tool-search.ts";
import { parseRunsSearch } from "../features/workflows/runs-search.ts";
import { parseOpenSearch } from "../shared/ui/open-search.ts";
import { workspaceQuery } from "../shared/workspace/queries.ts";
import { NotFound } from "./not-found.tsx";
import { requireSession } from "./require-session.ts";
import { Shell } from "./shell.tsx";

const root = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({ notFoundComponent: NotFound });

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: parseSignInSearch,
  component: lazyRouteComponent(() => import("../pages/sign-in-page.tsx"), "SignInPage"),
});

const setUp = createRoute({
  getParentRoute: () => root,
  path: "/set-up",
  component: lazyRouteComponent(() => import("../pages/set-up-page.tsx"), "SetUpPage"),
});

/** Everything inside needs a session, and knows who is signed in and which contexts there are. */
const shell = createRoute({
  getParentRoute: () => root,
  id: "shell",
  beforeLoad: requireSession,
  loader: ({ context }) => context.queryClient.ensureQueryData(workspaceQuery),
  component: Shell,
});

/** One row per page: its path, what its address can say, and where it is. */
const pages = [
  createRoute({
    getParentRoute: () => shell,
    path: "/",
    component: lazyRouteComponent(() => import("../pages/home-page.tsx"), "HomePage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/contexts",
    component: lazyRouteComponent(() => import("../pages/contexts-page.tsx"), "ContextsPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/contexts/$contextId",
    validateSearch: parseItemsSearch,
    component: lazyRouteComponent(() => import("../pages/items-page.tsx"), "ItemsPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/contexts/$contextId/schema",
    component: lazyRouteComponent(() => import("../pages/context-schema-page.tsx"), "ContextSchemaPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/contexts/$contextId/new",
    component: lazyRouteComponent(() => import("../pages/new-item-page.tsx"), "NewItemPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/contexts/$contextId/items/$itemId",
    validateSearch: parseItemSearch,
    component: lazyRouteComponent(() => import("../pages/item-page.tsx"), "ItemPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/search",
    validateSearch: parseSearchSettings,
    component: lazyRouteComponent(() => import("../pages/search-page.tsx"), "SearchPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/agents",
    component: lazyRouteComponent(() => import("../pages/agents-page.tsx"), "AgentsPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/agents/$agentId",
    component: lazyRouteComponent(() => import("../pages/agent-page.tsx"), "AgentPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/agents/$agentId/chat",
    validateSearch: parseChatSearch,
    component: lazyRouteComponent(() => import("../pages/chat-page.tsx"), "ChatPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/evaluations",
    validateSearch: parseEvalsSearch,
    component: lazyRouteComponent(() => import("../pages/evaluations-page.tsx"), "EvaluationsPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/evaluations/sets/$setId",
    validateSearch: parseOpenSearch,
    component: lazyRouteComponent(() => import("../pages/eval-set-page.tsx"), "EvalSetPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/evaluations/cases/$caseId",
    validateSearch: parseForSetSearch,
    component: lazyRouteComponent(() => import("../pages/test-case-page.tsx"), "TestCasePage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/evaluations/runs/$runId",
    validateSearch: parseRunSearch,
    component: lazyRouteComponent(() => import("../pages/eval-run-page.tsx"), "EvalRunPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/evaluations/compare",
    validateSearch: parseCompareSearch,
    component: lazyRouteComponent(() => import("../pages/compare-runs-page.tsx"), "CompareRunsPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/queues",
    component: lazyRouteComponent(() => import("../pages/queues-page.tsx"), "QueuesPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/queues/$queue",
    validateSearch: parseJobsSearch,
    component: lazyRouteComponent(() => import("../pages/queue-page.tsx"), "QueuePage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/queues/$queue/jobs/$jobId",
    component: lazyRouteComponent(() => import("../pages/job-page.tsx"), "JobPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/sources",
    component: lazyRouteComponent(() => import("../pages/sources-page.tsx"), "SourcesPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/tools",
    validateSearch: parseOpenSearch,
    component: lazyRouteComponent(() => import("../pages/tools-page.tsx"), "ToolsPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/tools/$toolId",
    validateSearch: parseToolSearch,
    component: lazyRouteComponent(() => import("../pages/tool-page.tsx"), "ToolPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/workflows",
    component: lazyRouteComponent(() => import("../pages/workflows-page.tsx"), "WorkflowsPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/workflows/$workflowId",
    component: lazyRouteComponent(() => import("../pages/workflow-page.tsx"), "WorkflowPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/workflows/$workflowId/runs",
    validateSearch: parseRunsSearch,
    component: lazyRouteComponent(() => import("../pages/workflow-runs-page.tsx"), "WorkflowRunsPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/workflows/$workflowId/runs/$runId",
    component: lazyRouteComponent(() => import("../pages/workflow-run-page.tsx"), "WorkflowRunPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/prompts",
    validateSearch: parsePromptsSearch,
    component: lazyRouteComponent(() => import("../pages/prompts-page.tsx"), "PromptsPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/prompts/$promptId",
    component: lazyRouteComponent(() => import("../pages/prompt-page.tsx"), "PromptPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/projects",
    component: lazyRouteComponent(() => import("../pages/projects-page.tsx"), "ProjectsPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/projects/$projectId",
    component: lazyRouteComponent(() => import("../pages/project-page.tsx"), "ProjectPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/users",
    validateSearch: parseOpenSearch,
    component: lazyRouteComponent(() => import("../pages/users-page.tsx"), "UsersPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/roles",
    component: lazyRouteComponent(() => import("../pages/roles-page.tsx"), "RolesPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/api-keys",
    validateSearch: parseOpenSearch,
    component: lazyRouteComponent(() => import("../pages/api-keys-page.tsx"), "ApiKeysPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/variables",
    validateSearch: parseOpenSearch,
    component: lazyRouteComponent(() => import("../pages/variables-page.tsx"), "VariablesPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/audit-log",
    validateSearch: parseAuditSearch,
    component: lazyRouteComponent(() => import("../pages/audit-log-page.tsx"), "AuditLogPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/profile",
    component: lazyRouteComponent(() => import("../pages/profile-page.tsx"), "ProfilePage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/explorer",
    component: lazyRouteComponent(() => import("../pages/explorer-page.tsx"), "ExplorerPage"),
  }),
] as const;

export const routeTree = root.addChildren([signIn, setUp, shell.addChildren(pages)]);
