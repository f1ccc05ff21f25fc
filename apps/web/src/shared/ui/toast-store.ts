export interface Toast {
  readonly id: number;
  readonly tone: "plain" | "good" | "danger";
  readonly text: string;
  readonly action?: { readonly label: string; run(): void } | undefined;
}

const shownForMilliseconds = 5000;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let lastId = 0;

export interface ToastOptions {
  readonly tone?: Toast["tone"];
  readonly action?: Toast["action"];
  /** Default 5,000. */
  readonly forMilliseconds?: number;
}

/** Says something briefly, without taking anybody's place on the page. Gives what takes it away. */
export function showToast(text: string, { tone = "plain", action, forMilliseconds }: ToastOptions = {}): () => void {
  lastId += 1;
  const toast: Toast = { id: lastId, tone, text, action };
  const dismiss = () => dismissToast(toast.id);
  // Three at most: more would cover the page.
  toasts = [...toasts.slice(-2), toast];
  notify();
  setTimeout(dismiss, forMilliseconds ?? shownForMilliseconds);
  return dismiss;
}

export function dismissToast(id: number): void {
  toasts = toasts.filter((toast) => toast.id !== id);
  notify();
}

export const subscribeToToasts = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const currentToasts = (): readonly Toast[] => toasts;

function notify(): void {
  for (const listener of listeners) listener();
}
