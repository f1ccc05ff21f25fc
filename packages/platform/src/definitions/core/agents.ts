import type { CoreType } from "./core-type.ts";

export const agents: CoreType = {
  id: "agents",
  singular: "agent",
  description: "An assistant that answers with a language model and calls tools.",
  rbac: true,
  fields: [
    { name: "name", type: "text", required: true, description: "What people call the agent." },
    { name: "description", type: "longtext", description: "What the agent is for." },
    { name: "backend", type: "string", description: "The id of the provider that answers." },
    { name: "type", type: "string", default: "agent", index: true, description: "The kind of agent." },
    { name: "provider", type: "string", calculated: true, description: "The provider's name, from the backend." },
    { name: "modelName", type: "string", calculated: true, description: "The model's name, from the backend." },
    { name: "instructions", type: "longtext", description: "What the model is told before every conversation." },
    { name: "welcomeMessage", type: "longtext", description: "What a new conversation opens with." },
    { name: "active", type: "boolean", default: true, description: "Whether the agent can be run." },
    { name: "category", type: "string", index: true, description: "A heading to list the agent under." },
    { name: "image", type: "string", description: "The address of a picture." },
    { name: "tools", type: "json", description: "The tools it may call: a list of { id, config }." },
    { name: "rateLimit", type: "number", description: "The most runs per minute; empty means no limit of its own." },
    { name: "maxSteps", type: "number", description: "The most model steps in one run." },
    { name: "capabilities", type: "json", calculated: true, description: "What the backend can take in." },
    { name: "streaming", type: "boolean", calculated: true, description: "Whether the backend streams." },
    { name: "maxContextLength", type: "number", calculated: true, description: "The backend's context, in tokens." },
    { name: "workflows", type: "json", calculated: true, description: "How the backend runs workflows." },
  ],
};

export const agentSessions: CoreType = {
  id: "agent_sessions",
  singular: "agent_session",
  description: "A conversation with an agent.",
  rbac: true,
  fields: [
    { name: "agent", type: "string", required: true, index: true, description: "The id of the agent." },
    { name: "user", type: "string", index: true, description: "The id of the user who talks." },
    { name: "title", type: "text", description: "What the conversation is about." },
    { name: "project", type: "string", index: true, description: "The id of the project it belongs to." },
    { name: "metadata", type: "json", description: "Anything a client wants to keep with it." },
  ],
};

export const agentMessages: CoreType = {
  id: "agent_messages",
  singular: "agent_message",
  description: "One message of a conversation. Its rights are those of the conversation.",
  fields: [
    { name: "session", type: "string", required: true, index: true, description: "The id of the conversation." },
    { name: "role", type: "string", required: true, description: "Who speaks: user, assistant, system or tool." },
    { name: "content", type: "longtext", required: true, description: "The text of the message." },
    { name: "parts", type: "json", description: "The parts of the message: texts, tool calls, files." },
    { name: "metadata", type: "json", description: "Anything a client wants to keep with it." },
  ],
};
