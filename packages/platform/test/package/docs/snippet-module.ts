/** A module that can be exported from, and the names it has. */
export interface NamedModule {
  readonly specifier: string;
  readonly names: readonly string[];
}

/** A snippet as a module of its own: with imports of the names that it takes for known. */
export function snippetModule(snippet: string, modules: readonly NamedModule[]): string {
  const whole = /^[a-z]+: /i.test(snippet) ? `export const part = {\n${snippet}};\n` : snippet;
  const imports = modules.map(({ specifier, names }) => {
    const taken = names.filter((name) => uses(whole, name) && !declares(whole, name));
    return `import { ${taken.join(", ")} } from "${specifier}";\n`;
  });
  return `${imports.join("")}${whole}\nexport {};\n`;
}

/** The names that a module's text exports. */
export function exportedNames(text: string): readonly string[] {
  const declared = text.matchAll(/^export (?:declare )?(?:async )?(?:const|class|function\*?|interface|type) (\w+)/gm);
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = ""]) => list.split(","));
  return [
    ...[...declared].map(([, name = ""]) => name),
    ...listed.map((name) => name.trim().replace(/^type /, "")).filter((name) => name !== ""),
  ];
}

function uses(snippet: string, name: string): boolean {
  return new RegExp(`(?<![.\\w"-])${name}\\b(?!\\w*["?]?:)`).test(snippet.replaceAll(/\/\/.*/g, ""));
}

function declares(snippet: string, name: string): boolean {
  const isImported = [...snippet.matchAll(/^import .*$/gm)].some(([line]) => new RegExp(`\\b${name}\\b`).test(line));
  return isImported || new RegExp(`\\b(?:const|type|class|function) (?:\\{ )?${name}\\b`).test(snippet);
}
