import { type FSWatcher, watch } from "node:fs";
import { basename, dirname, resolve } from "node:path";

/** Long enough for an editor to finish writing, too short to be noticed. */
const quietInMilliseconds = 100;

/** Notices changes of files that may come, go and be replaced: so it is their folders that are watched. */
export class WatchedFiles {
  readonly #watchers = new Map<string, FSWatcher>();
  #files: ReadonlySet<string> = new Set();
  #changed = Promise.withResolvers<void>();
  #timer: NodeJS.Timeout | undefined;

  watch(files: readonly string[]): void {
    this.#files = new Set(files.map((file) => resolve(file)));
    const folders = new Set([...this.#files].map(dirname));
    for (const [folder, watcher] of this.#watchers) {
      if (folders.has(folder)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    for (const folder of folders) {
      if (!this.#watchers.has(folder)) this.#watchers.set(folder, this.#watchFolder(folder));
    }
  }

  /** Settles after the next change, or at once if there was one since it settled last. */
  async changed(): Promise<void> {
    await this.#changed.promise;
    this.#changed = Promise.withResolvers();
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
  }

  #watchFolder(folder: string): FSWatcher {
    const watcher = watch(folder, (_event, name) => {
      if (name === null || this.#files.has(resolve(folder, basename(name)))) this.#notice();
    });
    // A folder that is removed is noticed when its files are loaded.
    return watcher.on("error", () => this.#notice());
  }

  #notice(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#changed.resolve(), quietInMilliseconds);
  }
}
