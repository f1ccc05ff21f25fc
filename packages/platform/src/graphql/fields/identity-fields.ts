import {
  GraphQLBoolean,
  type GraphQLFieldConfig,
  GraphQLID,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
} from "graphql";
import type { Call } from "../../operations/call.ts";
import { generateKey, listKeys, type NewKeyInput, revokeKey, rotateKey } from "../../operations/identity/api-keys.ts";
import { type AuditOptions, listAudit } from "../../operations/identity/audit-log.ts";
import { findMe } from "../../operations/identity/me.ts";
import { GraphQLDate, GraphQLJSON } from "../scalars.ts";
import { PageInfo } from "../types/shared-types.ts";
import { field, pageInfoOf } from "./query-fields.ts";

type Fields = Record<string, GraphQLFieldConfig<unknown, Call>>;

const required = GraphQLNonNull;

const MeType = new GraphQLObjectType({
  name: "Me",
  description: "The caller.",
  fields: {
    id: { type: GraphQLID, description: "The id of the user; null for a service." },
    email: { type: GraphQLString, description: "Who it is." },
    name: { type: GraphQLString, description: "What people call them." },
    role: { type: GraphQLID, description: "The id of their role." },
    super_admin: { type: new required(GraphQLBoolean), description: "Whether every right is theirs." },
    permissions: { type: new required(GraphQLJSON), description: "What they may do: read, write or null, by kind." },
  },
});

const ApiKeyType = new GraphQLObjectType({
  name: "ApiKey",
  description: "A key with which programs act as a user. Its secret is not kept.",
  fields: {
    id: { type: new required(GraphQLID), description: "The id of the key's record." },
    keyId: { type: new required(GraphQLString), description: "The part of the key that is no secret." },
    name: { type: new required(GraphQLString), description: "What the key is for." },
    userId: { type: new required(GraphQLID), description: "The id of the user it acts as." },
    scopes: { type: GraphQLJSON, description: "The permissions it is narrowed to; null: all of its user's." },
    createdAt: { type: new required(GraphQLDate), description: "When it was made." },
    expiresAt: { type: GraphQLDate, description: "When it ends by itself." },
    lastUsedAt: { type: GraphQLDate, description: "When it was last used, to the minute." },
    revokedAt: { type: GraphQLDate, description: "When it was revoked." },
  },
});

const GeneratedApiKey = new GraphQLObjectType({
  name: "GeneratedApiKey",
  description: "A new key.",
  fields: {
    key: { type: new required(GraphQLString), description: "The key itself. It is shown this once." },
    apiKey: { type: new required(ApiKeyType), description: "What is kept of it." },
  },
});

const AuditEntryType = new GraphQLObjectType({
  name: "AuditEntry",
  description: "Something that was done to a record.",
  fields: {
    id: { type: new required(GraphQLID), description: "The id of the entry." },
    createdAt: { type: new required(GraphQLDate), description: "When." },
    action: { type: new required(GraphQLString), description: "What: create, upsert, copy, update, remove, revoke." },
    resource: { type: new required(GraphQLString), description: "The type of the record." },
    recordId: { type: GraphQLID, description: "The id of the record." },
    actor: { type: new required(GraphQLString), description: "How they came in: session, apiKey, internal, …" },
    userId: { type: GraphQLID, description: "The id of the user who did it." },
    apiKeyId: { type: GraphQLID, description: "The id of the API key that was used." },
    fields: {
      type: new required(new GraphQLList(new required(GraphQLString))),
      description: "The names of the fields that were set.",
    },
  },
});

const AuditLogPage = new GraphQLObjectType({
  name: "AuditLogPage",
  description: "One page of the audit log.",
  fields: {
    pageInfo: { type: new required(PageInfo), description: "Where the page stands in the whole log." },
    items: { type: new required(new GraphQLList(AuditEntryType)), description: "The entries, newest first." },
  },
});

export function identityQueryFields(): Fields {
  return {
    me: field({
      type: new required(MeType),
      description: "The caller.",
      resolve: (call) => findMe(call),
    }),
    apiKeys: field({
      type: new required(new GraphQLList(ApiKeyType)),
      description: "The caller's API keys; everyone's with the permission api: write.",
      resolve: (call) => listKeys(call),
    }),
    auditLog: field<AuditOptions>({
      type: new required(AuditLogPage),
      description: "Who did what to which record. Needs the permission users: read.",
      args: {
        resource: { type: GraphQLString, description: "Only records of this type." },
        recordId: { type: GraphQLID, description: "Only this record." },
        userId: { type: GraphQLID, description: "Only what this user did." },
        limit: { type: GraphQLInt, description: "Entries per page, 1 to 500. Default: 10." },
        page: { type: GraphQLInt, description: "The number of the page, from 1. Default: 1." },
      },
      resolve: async (call, args) => {
        const { items, count, limit, page } = await listAudit(call, args);
        return { items, pageInfo: pageInfoOf(count, limit, page) };
      },
    }),
  };
}

export function identityMutationFields(): Fields {
  const id = { type: new required(GraphQLID), description: "The id of the key's record, or its keyId." };
  return {
    apiKeysGenerate: field<NewKeyInput>({
      type: new required(GeneratedApiKey),
      description: "Makes an API key. Only super admins make keys for others.",
      args: {
        name: { type: new required(GraphQLString), description: "What the key is for." },
        user: { type: GraphQLID, description: "The id of the user it acts as. Default: the caller." },
        scopes: {
          type: GraphQLJSON,
          description: 'The permissions it is narrowed to, like {"contexts": "read"}. Default: all of its user\'s.',
        },
        expiresAt: { type: GraphQLDate, description: "When it ends by itself. Default: never." },
      },
      resolve: (call, args) => generateKey(call, args),
    }),
    apiKeysRevoke: field<{ id: string }>({
      type: new required(ApiKeyType),
      description: "Ends an API key at once.",
      args: { id },
      resolve: (call, args) => revokeKey(call, args.id),
    }),
    apiKeysRotate: field<{ id: string; overlapInSeconds?: number | null }>({
      type: new required(GeneratedApiKey),
      description: "Makes a new key in place of an old one, which still works for a while.",
      args: {
        id,
        overlapInSeconds: { type: GraphQLInt, description: "How long the old key still works. Default: 3600." },
      },
      resolve: (call, args) => rotateKey(call, args.id, args.overlapInSeconds ?? undefined),
    }),
  };
}
