import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { Outlet, useRouter } from "@tanstack/react-router";
import { Menu, Search } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { CommandPalette } from "../features/palette/command-palette.tsx";
import { useShortcut } from "../shared/keyboard/use-shortcut.ts";
import { IconButton } from "../shared/ui/button.tsx";
import { ShellSkeleton } from "./shell-skeleton.tsx";
import { Sidebar } from "./sidebar.tsx";
import { useCommands } from "./use-commands.ts";

/** The frame around every page: where one can go, and what can be done from everywhere. */
export function Shell() {
  const [isPaletteOpen, setIsPaletteOpen] = useState(false);
  const [isSidebarOpen, setIsSidebarOpen] = useState(false);
  const router = useRouter();
  const client = useQueryClient();
  const commands = useCommands();
  useShortcut("k", () => setIsPaletteOpen((isOpen) => !isOpen));
  useEffect(() => updateLive(client), [client]);
  useEffect(() => router.subscribe("onBeforeNavigate", () => setIsSidebarOpen(false)), [router]);

  return (
    <div className="flex h-dvh flex-col md:flex-row">
      <a
        href="#main"
        className="sr-only z-70 rounded-md bg-accent px-3 py-2 text-white focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the content
      </a>
      <header className="flex h-12 shrink-0 items-center justify-between border-b bg-sunken px-3 md:hidden">
        <IconButton label="Open the menu" aria-expanded={isSidebarOpen} onClick={() => setIsSidebarOpen(true)}>
          <Menu size={18} />
        </IconButton>
        <span className="font-semibold">Platform</span>
        <IconButton label="Search or go to" onClick={() => setIsPaletteOpen(true)}>
          <Search size={18} />
        </IconButton>
      </header>
      <Sidebar isOpen={isSidebarOpen} onClose={() => setIsSidebarOpen(false)} onSearch={() => setIsPaletteOpen(true)} />
      <main id="main" tabIndex={-1} className="min-h-0 min-w-0 flex-1 overflow-y-auto outline-none">
        <Suspense fallback={<ShellSkeleton />}>
          <Outlet />
        </Suspense>
      </main>
      <CommandPalette isOpen={isPaletteOpen} onClose={() => setIsPaletteOpen(false)} commands={commands} />
    </div>
  );
}

/** Once the page is there: the first one should not wait for it. */
function updateLive(client: QueryClient): () => void {
  let isLeft = false;
  let stop: (() => void) | undefined;
  const timer = setTimeout(async () => {
    const { startLiveUpdates } = await import("./live-updates.ts");
    if (!isLeft) stop = startLiveUpdates(client);
  }, 2000);
  return () => {
    isLeft = true;
    clearTimeout(timer);
    stop?.();
  };
}
