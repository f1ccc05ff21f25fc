import { type ReactNode, useEffect } from "react";

interface PageProps {
  readonly title: string;
  /** One sentence about what is here. */
  readonly description?: ReactNode;
  /** Above the title: links to where this belongs. */
  readonly trail?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** A page of forms and texts reads best in a narrow column; tables take all there is. */
  readonly width?: "narrow" | "wide" | "full";
}

const widths = { narrow: "max-w-3xl", wide: "max-w-6xl", full: "max-w-none" };

export function Page({ title, description, trail, actions, children, width = "wide" }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Platform`;
  }, [title]);

  return (
    <div className={`mx-auto w-full ${widths[width]} px-4 py-5 sm:px-6`}>
      <header className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          {trail && (
            <nav aria-label="Breadcrumb" className="mb-0.5 flex gap-1.5 text-xs text-ink-faint">
              {trail}
            </nav>
          )}
          <h1 className="truncate text-lg font-semibold">{title}</h1>
          {description && <p className="mt-0.5 max-w-2xl text-ink-soft">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

export function Panel({ title, actions, children }: { title?: ReactNode; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="rounded-lg border bg-raised">
      {title && (
        <header className="flex items-center justify-between gap-2 border-b px-4 py-2.5">
          <h2 className="font-semibold">{title}</h2>
          {actions}
        </header>
      )}
      {children}
    </section>
  );
}
