import { LoadingState } from "../shared/ui/states.tsx";

/** What is seen while a page loads. */
export function ShellSkeleton() {
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-5 sm:px-6">
      <LoadingState rows={8} />
    </div>
  );
}
