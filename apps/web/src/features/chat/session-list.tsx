import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { request } from "../../shared/api/request.ts";
import { IconButton } from "../../shared/ui/button.tsx";
import { classNames } from "../../shared/ui/class-names.ts";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { Time } from "../../shared/ui/time.tsx";
import { removeWithUndo, useRemovedIds } from "../../shared/undo/removals.ts";
import { type ChatSession, removeSessionOperation, sessionsQuery } from "./queries.ts";

interface SessionListProps {
  readonly agent: string;
  readonly session: string | undefined;
  /** Called when the conversation that is shown was removed. */
  onRemoved(): void;
}

/** The conversations with an agent, the newest first. */
export function SessionList({ agent, session, onRemoved }: SessionListProps) {
  const query = useQuery(sessionsQuery(agent));
  const removed = useRemovedIds("agent_sessions");
  const client = useQueryClient();
  const remove = ({ id, title }: ChatSession) => {
    removeWithUndo({
      kind: "agent_sessions",
      ids: [id],
      text: `Deleted “${title ?? "Conversation"}”`,
      run: async (options) => {
        await request(removeSessionOperation, { id }, options);
      },
      settle: () => client.invalidateQueries({ queryKey: ["chat", "sessions", agent] }),
    });
    if (id === session) onRemoved();
  };
  return (
    <QueryView query={query}>
      {(sessions) => (
        <ul aria-label="Conversations" className="grid gap-0.5">
          {sessions
            .filter(({ id }) => !removed.has(id))
            .map((each) => (
              <li
                key={each.id}
                className={classNames("flex items-center rounded-md hover:bg-hover", each.id === session && "bg-hover")}
              >
                <Link
                  to="/agents/$agentId/chat"
                  params={{ agentId: agent }}
                  search={{ session: each.id }}
                  aria-current={each.id === session ? "page" : undefined}
                  className="grid min-w-0 grow px-2 py-1.5"
                >
                  <span className="truncate">{each.title ?? "Conversation"}</span>
                  <span className="text-xs text-ink-faint">
                    <Time value={each.updatedAt} />
                  </span>
                </Link>
                <IconButton label={`Delete ${each.title ?? "the conversation"}`} onClick={() => remove(each)}>
                  <Trash2 size={13} />
                </IconButton>
              </li>
            ))}
        </ul>
      )}
    </QueryView>
  );
}
