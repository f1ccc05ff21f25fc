import { useSyncExternalStore } from "react";

export type Theme = "light" | "dark" | "system";

const key = "platform.theme";
const system = window.matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();
let theme = readTheme();

/** The same rule as in public/theme.js, which runs before the first paint. */
function apply(): void {
  document.documentElement.classList.toggle("dark", isDark());
  for (const listener of listeners) listener();
}

system.addEventListener("change", apply);

export function setTheme(next: Theme): void {
  theme = next;
  try {
    localStorage.setItem(key, next);
  } catch {
    // Storage is switched off: the choice lasts as long as the page.
  }
  apply();
}

function isDark(): boolean {
  return theme === "dark" || (theme === "system" && system.matches);
}

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(key);
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    return "system";
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function useTheme(): { readonly theme: Theme; readonly isDark: boolean } {
  return { theme: useSyncExternalStore(subscribe, () => theme), isDark: useSyncExternalStore(subscribe, isDark) };
}
