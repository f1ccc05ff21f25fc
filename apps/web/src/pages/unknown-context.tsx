import { Link } from "@tanstack/react-router";
import { buttonClass } from "../shared/ui/button.tsx";
import { Page } from "../shared/ui/page.tsx";
import { EmptyState } from "../shared/ui/states.tsx";

/** For addresses of contexts that this deployment does not have. */
export function UnknownContext({ id }: { readonly id: string }) {
  return (
    <Page title="Unknown context">
      <EmptyState
        title={`There is no context “${id}”`}
        action={
          <Link to="/contexts" className={buttonClass()}>
            See all contexts
          </Link>
        }
      />
    </Page>
  );
}
