import { useEffect, useEffectEvent } from "react";

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

/** How the key that goes with a shortcut is called here. */
export const commandKey = isMac ? "⌘" : "Ctrl";

/**
 * Runs something when Ctrl (⌘ on a Mac) and a key are pressed, wherever the focus is. Keys without Ctrl are left to the
 * control that has the focus: they would get in the way of speech and of screen readers.
 */
export function useShortcut(key: string, run: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isCommand = isMac ? event.metaKey : event.ctrlKey;
    if (!isCommand || event.altKey || event.shiftKey || event.key.toLowerCase() !== key) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
}
