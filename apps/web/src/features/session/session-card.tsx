import { type ReactNode, useEffect } from "react";

/** The frame of the pages on which nobody is signed in yet. */
export function SessionCard({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Platform`;
  }, [title]);

  return (
    <main className="flex min-h-dvh flex-col items-center justify-center bg-sunken px-4 py-10">
      <div className="w-full max-w-sm">
        <img src="/favicon.svg" alt="" className="mx-auto mb-4 size-9" />
        <h1 className="mb-5 text-center text-xl font-semibold">{title}</h1>
        <div className="grid gap-4 rounded-lg border bg-raised p-5">{children}</div>
      </div>
    </main>
  );
}

export function Notice({ tone, children }: { readonly tone: "danger" | "plain"; readonly children: ReactNode }) {
  return (
    <p
      role={tone === "danger" ? "alert" : "status"}
      className={`rounded-md px-3 py-2 ${tone === "danger" ? "bg-danger-soft text-danger" : "bg-hover text-ink-soft"}`}
    >
      {children}
    </p>
  );
}
