/** An entry of an RSS or Atom feed. What it does not have is null. */
export interface FeedEntry {
  /** What the feed tells it apart by: `guid` or `id`, else its link. */
  readonly id: string | null;
  readonly link: string | null;
  readonly title: string | null;
  /** The words of its content, or else of its summary. */
  readonly text: string;
  /** Its content as it is in the feed, mostly HTML of somebody else's: never show it as it is. */
  readonly content: string | null;
  readonly summary: string | null;
  readonly author: string | null;
  readonly categories: readonly string[];
  /** As an ISO 8601 timestamp. */
  readonly published: string | null;
  /** As an ISO 8601 timestamp. */
  readonly updated: string | null;
}
