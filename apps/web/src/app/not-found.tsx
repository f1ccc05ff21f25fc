import { Link } from "@tanstack/react-router";
import { buttonClass } from "../shared/ui/button.tsx";
import { EmptyState } from "../shared/ui/states.tsx";

export function NotFound() {
  return (
    <main className="pt-16">
      <h1 className="sr-only">Page not found</h1>
      <EmptyState
        title="There is nothing at this address"
        action={
          <Link to="/" className={buttonClass()}>
            Go to the start page
          </Link>
        }
      >
        The link may be old, or mistyped.
      </EmptyState>
    </main>
  );
}
