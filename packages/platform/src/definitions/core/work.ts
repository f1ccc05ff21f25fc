import type { CoreType } from "./core-type.ts";

export const workflowTemplates: CoreType = {
  id: "workflow_templates",
  singular: "workflow_template",
  description: "Steps that an agent goes through in order.",
  rbac: true,
  fields: [
    { name: "name", type: "text", required: true, description: "What the workflow is called." },
    { name: "description", type: "longtext", description: "What the workflow does." },
    { name: "agent", type: "string", required: true, index: true, description: "The id of the agent that runs it." },
    { name: "steps_json", type: "json", description: "The steps, in order." },
    { name: "variables", type: "json", calculated: true, description: "The placeholders in the steps." },
    { name: "schedule", type: "string", description: "A cron expression; empty means on demand only." },
  ],
};

export const statistics: CoreType = {
  id: "statistics",
  singular: "statistic",
  description: "A counter of one day: requests, agent runs, tool calls, searches, jobs, tokens.",
  fields: [
    { name: "name", type: "text", required: true, description: "What is counted." },
    { name: "label", type: "text", required: true, description: "How the counter is shown." },
    { name: "type", type: "string", required: true, index: true, description: "The kind of event." },
    { name: "trigger", type: "string", required: true, description: "What caused the events." },
    { name: "count", type: "number", required: true, description: "How often it happened." },
    { name: "user", type: "string", index: true, description: "The id of the user who caused them." },
    { name: "role", type: "string", description: "The id of that user's role." },
    { name: "day", type: "date", index: true, description: "The day that is counted." },
  ],
};

export const variables: CoreType = {
  id: "variables",
  singular: "variable",
  description: "A named configuration value, encrypted unless declared otherwise.",
  fields: [
    { name: "name", type: "string", required: true, unique: true, description: "How tools refer to it." },
    { name: "value", type: "longtext", secret: true, description: "The value. It is never returned." },
    { name: "encrypted", type: "boolean", default: true, description: "Whether the value is kept encrypted." },
    { name: "description", type: "longtext", description: "What the value is for." },
  ],
};

export const projects: CoreType = {
  id: "projects",
  singular: "project",
  description: "A group of conversations with instructions and items in common.",
  rbac: true,
  fields: [
    { name: "name", type: "text", required: true, description: "What the project is called." },
    { name: "description", type: "longtext", description: "What the project is about." },
    { name: "custom_instructions", type: "longtext", description: "What agents are told in its conversations." },
    { name: "items", type: "json", description: "The items that its conversations can use." },
  ],
};

export const promptLibrary: CoreType = {
  id: "prompt_library",
  singular: "prompt_library_item",
  description: "A prompt worth keeping.",
  rbac: true,
  fields: [
    { name: "name", type: "text", required: true, description: "What the prompt is called." },
    { name: "content", type: "longtext", required: true, description: "The prompt itself." },
    { name: "description", type: "longtext", description: "When to use it." },
    { name: "category", type: "string", index: true, description: "A heading to list it under." },
    { name: "tags", type: "json", description: "Words to find it by." },
    { name: "usage_count", type: "number", default: 0, calculated: true, description: "How often it was used." },
  ],
};

export const promptFavorites: CoreType = {
  id: "prompt_favorites",
  singular: "prompt_favorite",
  description: "A prompt that a user marked as a favourite.",
  fields: [
    { name: "user", type: "string", required: true, index: true, description: "The id of the user." },
    { name: "prompt", type: "string", required: true, index: true, description: "The id of the prompt." },
  ],
};
