interface Description {
  readonly exports: Readonly<Record<string, string>>;
  readonly imports: Readonly<Record<string, string>>;
  readonly devDependencies?: unknown;
}

/** The published `package.json`: it names built files, and what the sources need for tests and builds is left out. */
export function packageDescription(json: string): string {
  const { exports, imports, devDependencies, ...rest } = JSON.parse(json) as Description;
  const description = {
    ...rest,
    exports: { ...mapValues(exports, entryOf), "./package.json": "./package.json" },
    imports: mapValues(imports, builtFile),
  };
  return `${JSON.stringify(description, null, 2)}\n`;
}

function mapValues<Value>(record: Readonly<Record<string, string>>, change: (value: string) => Value) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

function entryOf(source: string): { readonly types: string; readonly default: string } {
  return { types: builtFile(source).replace(/\.js$/, ".d.ts"), default: builtFile(source) };
}

function builtFile(source: string): string {
  return source.replace(/^\.\/src\/(.+)\.ts$/, "./lib/$1.js");
}
