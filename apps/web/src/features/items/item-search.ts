const itemTabs = ["fields", "json", "chunks", "rights", "history"] as const;
export type ItemTab = (typeof itemTabs)[number];

export interface ItemSearch {
  /** What of the item is shown. Default: its fields. */
  readonly tab?: ItemTab;
}

export function parseItemSearch({ tab }: Readonly<Record<string, unknown>>): ItemSearch {
  const known = itemTabs.find((each) => each === tab);
  return known && known !== "fields" ? { tab: known } : {};
}
