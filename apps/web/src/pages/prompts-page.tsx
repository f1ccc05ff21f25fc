import { getRouteApi, Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { PromptList } from "../features/prompts/prompt-list.tsx";
import { buttonClass } from "../shared/ui/button.tsx";
import { Page } from "../shared/ui/page.tsx";

const route = getRouteApi("/shell/prompts");

export function PromptsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page
      title="Prompts"
      description="Texts worth using again, yours and those that others share with you."
      actions={
        <Link to="/prompts/$promptId" params={{ promptId: "new" }} className={buttonClass("primary")}>
          <Plus size={15} />
          New prompt
        </Link>
      }
    >
      <PromptList search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />
    </Page>
  );
}
