import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressFiles } from "./scripts/compress-files.ts";

/** `npm run dev:web` serves the sources and asks the platform at this address. */
const backend = process.env.PLATFORM_URL ?? "http://127.0.0.1:4000";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [react(), tailwindcss(), compressFiles()],
  build: {
    target: "es2022",
    // As data: addresses they would need a laxer content-security policy.
    assetsInlineLimit: 0,
    // The editor of the explorer is large, and loaded only there.
    chunkSizeWarningLimit: 5000,
    reportCompressedSize: false,
    rolldownOptions: {
      // Directives for React's compiler, in libraries that were compiled already.
      onLog: (level, log, handle) => (log.code === "MODULE_LEVEL_DIRECTIVE" ? undefined : handle(level, log)),
    },
  },
  server: {
    proxy: {
      ...{ "/graphql": backend, "/auth": backend, "/files": backend, "/events": backend },
      // Below the same path as pages.
      "^/agents/([^/]+/run|sessions/[^/]+/stream)$": backend,
    },
  },
});
