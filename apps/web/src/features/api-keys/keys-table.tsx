import { useQuery } from "@tanstack/react-query";
import { Ban, Ellipsis, KeyRound, RefreshCw } from "lucide-react";
import { usePeopleNames } from "../../shared/people/use-people.ts";
import { SimpleTable } from "../../shared/table/simple-table.tsx";
import { Badge, type BadgeTone } from "../../shared/ui/badge.tsx";
import { IconButton } from "../../shared/ui/button.tsx";
import { Menu, MenuItem } from "../../shared/ui/menu.tsx";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { Time } from "../../shared/ui/time.tsx";
import { permissions } from "../../shared/workspace/permissions.ts";
import { type KeyState, keyState } from "./key-state.ts";
import { type ApiKey, apiKeysQuery } from "./queries.ts";

interface KeysTableProps {
  onRotate(key: ApiKey): void;
  onRevoke(key: ApiKey): void;
}

export function KeysTable({ onRotate, onRevoke }: KeysTableProps) {
  const query = useQuery(apiKeysQuery);
  const nameOf = usePeopleNames((query.data ?? []).map(({ userId }) => userId));
  return (
    <QueryView query={query}>
      {(keys) =>
        keys.length === 0 ? (
          <EmptyState icon={<KeyRound size={22} />} title="There are no API keys yet">
            Programs use a key instead of a password. Make one for each program, so that each can be ended alone.
          </EmptyState>
        ) : (
          <SimpleTable
            label="API keys"
            rows={keys}
            idOf={({ id }) => id}
            isFaded={(key) => keyState(key) !== "active"}
            columns={[
              {
                label: "Name",
                render: ({ name, keyId }) => (
                  <>
                    <span className="font-medium">{name}</span>
                    <code className="block font-mono text-xs text-ink-faint">sk_{keyId}_…</code>
                  </>
                ),
              },
              { label: "Acts as", render: ({ userId }) => nameOf(userId) },
              { label: "May", render: (key) => <ScopeBadges apiKey={key} /> },
              { label: "State", render: (key) => <State apiKey={key} /> },
              {
                label: "Last used",
                render: ({ lastUsedAt }) =>
                  lastUsedAt ? <Time value={lastUsedAt} /> : <span className="text-ink-faint">never</span>,
              },
              {
                label: "Actions",
                isLabelHidden: true,
                className: "w-12 text-right",
                render: (key) =>
                  key.revokedAt === null && (
                    <Menu
                      trigger={
                        <IconButton label={`Actions for ${key.name}`}>
                          <Ellipsis size={15} />
                        </IconButton>
                      }
                    >
                      <MenuItem icon={<RefreshCw size={14} />} onSelect={() => onRotate(key)}>
                        Replace
                      </MenuItem>
                      <MenuItem icon={<Ban size={14} />} isDanger onSelect={() => onRevoke(key)}>
                        Revoke
                      </MenuItem>
                    </Menu>
                  ),
              },
            ]}
          />
        )
      }
    </QueryView>
  );
}

function ScopeBadges({ apiKey: { scopes } }: { readonly apiKey: ApiKey }) {
  if (scopes === null) return <span className="text-ink-soft">all that its user may</span>;
  const given = permissions.filter(({ name }) => scopes[name]);
  if (given.length === 0) return <span className="text-ink-faint">nothing</span>;
  return (
    <span className="flex flex-wrap gap-1">
      {given.map(({ name, label }) => (
        <Badge key={name}>
          {label.toLowerCase()}: {scopes[name]}
        </Badge>
      ))}
    </span>
  );
}

const tones: Readonly<Record<KeyState, BadgeTone>> = { active: "good", expired: "warn", revoked: "danger" };

function State({ apiKey }: { readonly apiKey: ApiKey }) {
  const state = keyState(apiKey);
  return (
    <>
      <Badge tone={tones[state]}>{state}</Badge>
      {state === "active" && apiKey.expiresAt && (
        <span className="block text-xs text-ink-faint">
          ends <Time value={apiKey.expiresAt} />
        </span>
      )}
    </>
  );
}
