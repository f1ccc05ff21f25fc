import { Badge } from "../../shared/ui/badge.tsx";
import { type Me, permissions } from "../../shared/workspace/permissions.ts";

/** What somebody may do, in words. */
export function PermissionList({ me }: { readonly me: Me }) {
  return (
    <ul className="divide-y">
      {permissions.map(({ name, label, opens }) => {
        const level = me.permissions[name];
        return (
          <li key={name} className="flex items-center justify-between gap-3 px-4 py-2">
            <span>
              <span className="font-medium">{label}</span>
              <span className="block text-xs text-ink-faint">{opens}</span>
            </span>
            {level ? <Badge tone={level === "write" ? "accent" : "neutral"}>{level}</Badge> : <Badge>nothing</Badge>}
          </li>
        );
      })}
    </ul>
  );
}
