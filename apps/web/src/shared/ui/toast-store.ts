export interface Toast {
  readonly id: number;
  readonly tone: "plain" | "good" | "danger";
  readonly text: string;
  readonly action?: { readonly label: string; run(): void } | undefined;
}

interface Countdown {
  timer: ReturnType<typeof setTimeout> | undefined;
  restart(): void;
  end(): void;
}

const shownForMilliseconds = 5000;
const countdowns = new Map<number, Countdown>();
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let shown = toasts;
let lastId = 0;

export interface ToastOptions {
  readonly tone?: Toast["tone"];
  readonly action?: Toast["action"];
  /** Default 5,000. */
  readonly forMilliseconds?: number;
  /** Called when its time is over, or somebody closes it. Not when its action was taken. */
  onEnd?(): void;
}

/** Says something briefly, without taking anybody's place on the page. Gives what takes it away. */
export function showToast(text: string, options: ToastOptions = {}): () => void {
  const { tone = "plain", action, forMilliseconds = shownForMilliseconds } = options;
  lastId += 1;
  const toast: Toast = { id: lastId, tone, text, action };
  const dismiss = () => dismissToast(toast.id);
  const end = () => {
    dismiss();
    options.onEnd?.();
  };
  const countdown: Countdown = {
    timer: undefined,
    restart: () => {
      countdown.timer = setTimeout(end, forMilliseconds);
    },
    end,
  };
  countdowns.set(toast.id, countdown);
  countdown.restart();
  toasts = [...toasts, toast];
  notify();
  return dismiss;
}

export function dismissToast(id: number): void {
  clearTimeout(countdowns.get(id)?.timer);
  countdowns.delete(id);
  toasts = toasts.filter((toast) => toast.id !== id);
  // The pointer that held the others may have been on this one, and leaves it without a word.
  releaseToasts();
  notify();
}

/** As if its time were over. */
export function closeToast(id: number): void {
  countdowns.get(id)?.end();
}

/** Somebody is reading one, or on the way to its button: none goes away meanwhile. */
export function holdToasts(): void {
  for (const countdown of countdowns.values()) {
    clearTimeout(countdown.timer);
    countdown.timer = undefined;
  }
}

export function releaseToasts(): void {
  for (const countdown of countdowns.values()) {
    if (countdown.timer === undefined) countdown.restart();
  }
}

export const subscribeToToasts = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Three at most: more would cover the page. */
export const shownToasts = (): readonly Toast[] => shown;

function notify(): void {
  shown = toasts.slice(-3);
  for (const listener of listeners) listener();
}
