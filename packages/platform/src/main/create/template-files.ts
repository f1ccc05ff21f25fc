import type { platformManifest } from "../platform-manifest.ts";
import { templateConfig, templateReadme } from "./template-texts.ts";

/** What the template is type-checked with. */
const templateTools = { "@types/node": "24.19.2", typescript: "7.0.2" };

/** The files of a new deployment, by name. */
export function templateFiles(
  name: string,
  { server, engines }: Pick<ReturnType<typeof platformManifest>, "engines"> & { readonly server: string },
): Readonly<Record<string, string>> {
  return {
    "platform.config.ts": templateConfig,
    "package.json": json({
      name,
      version: "0.1.0",
      private: true,
      type: "module",
      engines,
      scripts: {
        start: "platform start",
        dev: "platform dev",
        doctor: "platform doctor",
        codegen: "platform codegen --out generated",
        check: "tsc",
      },
      dependencies: { "@platform/server": server },
      devDependencies: templateTools,
    }),
    "tsconfig.json": json({
      compilerOptions: {
        target: "esnext",
        module: "nodenext",
        types: ["node"],
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        allowImportingTsExtensions: true,
        erasableSyntaxOnly: true,
        verbatimModuleSyntax: true,
      },
    }),
    ".env.example": environment,
    ".npmrc": npmSettings,
    ".gitignore": "node_modules/\n.platform/\n.env\n",
    "README.md": templateReadme(name),
  };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The runtime of the local model would fetch libraries for graphics cards that are never used, from outside the registry. */
const npmSettings = "onnxruntime-node-install=skip\n";

const environment = `# Copy to .env what you need. Without any of it, everything is kept in the folder .platform.

# PORT=4000
# HOST=127.0.0.1

# A PostgreSQL server (15 or newer, with pgvector). It needs a secret: openssl rand -base64 32
# DATABASE_URL=postgres://user:password@127.0.0.1:5432/desk
# SESSION_SECRET=

# Keeps jobs in Redis, and counts rate limits across processes.
# REDIS_URL=redis://127.0.0.1:6379

# The first super admin; without it, the first start prints a link to set one up.
# ADMIN_EMAIL=you@example.com
# ADMIN_PASSWORD=
`;
