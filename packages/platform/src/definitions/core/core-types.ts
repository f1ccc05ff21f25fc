import { agentMessages, agentSessions, agents } from "./agents.ts";
import type { CoreType } from "./core-type.ts";
import { evalRuns, evalSets, testCases } from "./evaluations.ts";
import { roles, users } from "./people.ts";
import { projects, promptFavorites, promptLibrary, statistics, variables, workflowTemplates } from "./work.ts";

/** The fourteen types with fixed names, in the order of the specification. */
export const coreTypes: readonly CoreType[] = [
  agents,
  users,
  roles,
  agentSessions,
  agentMessages,
  testCases,
  evalSets,
  evalRuns,
  workflowTemplates,
  statistics,
  variables,
  projects,
  promptLibrary,
  promptFavorites,
];
