import type { CoreType } from "./core-type.ts";

export const testCases: CoreType = {
  id: "test_cases",
  singular: "test_case",
  description: "A conversation, and what a good agent makes of it.",
  rbac: true,
  fields: [
    { name: "name", type: "text", required: true, description: "What the case is called." },
    { name: "description", type: "longtext", description: "What the case is about." },
    {
      name: "inputs",
      type: "json",
      required: true,
      description: "What the agent is asked: a text, or a list of messages.",
    },
    { name: "expected_output", type: "longtext", required: true, description: "A good answer." },
    { name: "expected_tools", type: "json", description: "Ids or names of the tools that should be called." },
    {
      name: "expected_knowledge_sources",
      type: "json",
      description: "Ids or names of the items that should be found.",
    },
    { name: "expected_agent_tools", type: "json", description: "Ids or names of the agents that should be asked." },
    { name: "eval_set_id", type: "string", index: true, description: "The id of the set it belongs to." },
  ],
};

export const evalSets: CoreType = {
  id: "eval_sets",
  singular: "eval_set",
  description: "Test cases that are run together.",
  rbac: true,
  fields: [
    { name: "name", type: "text", required: true, description: "What the set is called." },
    { name: "description", type: "longtext", description: "What the set is about." },
    { name: "test_case_ids", type: "json", description: "The ids of its test cases." },
  ],
};

export const evalRuns: CoreType = {
  id: "eval_runs",
  singular: "eval_run",
  description: "One run of test cases against an agent, and its results.",
  rbac: true,
  fields: [
    { name: "name", type: "text", required: true, description: "What the run is called." },
    { name: "description", type: "longtext", description: "What the run is for." },
    { name: "agent_id", type: "string", required: true, index: true, description: "The id of the agent." },
    { name: "eval_set_id", type: "string", index: true, description: "The id of the set that is run." },
    { name: "test_case_ids", type: "json", description: "The ids of the test cases that are run." },
    { name: "eval_functions", type: "json", description: "What scores the answers: a list of { id, config }." },
    { name: "config", type: "json", description: "Settings of the run." },
    {
      name: "scoring_method",
      type: "enum",
      enumValues: ["median", "average", "sum"],
      description: "How the scores of the cases become one. Default: average.",
    },
    { name: "pass_threshold", type: "number", description: "The least score that passes. Default: 50 for each case." },
    { name: "timeout_in_seconds", type: "number", default: 180, description: "Longest a case may run, in seconds." },
    {
      name: "status",
      type: "string",
      calculated: true,
      index: true,
      description: "Where the run stands: waiting, running, done, or failed when a case could not be scored.",
    },
    { name: "score", type: "number", calculated: true, description: "The score of the whole run." },
    { name: "passed", type: "boolean", calculated: true, description: "Whether the score reached the threshold." },
    {
      name: "results",
      type: "json",
      calculated: true,
      description: "How far the run is, and what it came to: counts, scores by function and by case.",
    },
  ],
};
