import { type FolderFile, folderSource } from "@platform/server";
import type { audiences, categories } from "../contexts/documentation.ts";
import { desk } from "../jobs/queues.ts";

export const articlesFolder = new URL("../articles/", import.meta.url);

/** What stands at the top of an article's file. */
export interface ArticleHead {
  readonly external_id: string;
  readonly title: string;
  readonly category: (typeof categories)[number];
  readonly audience: (typeof audiences)[number];
  readonly published: boolean;
  readonly reviewed: string;
  readonly tags: readonly string[];
}

/** The article in a file. Its name is the last part of the article's address. */
export function articleIn({ name, text, fields }: FolderFile<ArticleHead>) {
  return { ...fields, slug: name, body: text };
}

/** Writers change the files in `articles`; every ten minutes the help centre follows. */
export const helpArticles = folderSource({
  id: "help_articles",
  description: "The Markdown files in the folder articles.",
  folder: articlesFolder,
  include: ["*.md"],
  config: { queue: desk, schedule: "*/10 * * * *" },
  map: articleIn,
});
