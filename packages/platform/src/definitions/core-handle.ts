type Fields = Readonly<Record<string, unknown>>;

export interface CoreItem extends Fields {
  readonly id: string;
}

interface CoreList {
  readonly filters?: readonly Fields[];
  readonly sort?: { readonly field: string; readonly direction?: "ASC" | "DESC" };
  /** Default 10, 1 to 500. */
  readonly limit?: number;
  /** From 1. */
  readonly page?: number;
}

/** The programmatic way to the items of a core type, such as agents: the same operations as the API's, with every right. */
export interface CoreHandle {
  create(input: Fields): Promise<CoreItem>;
  /** Fields that are left out stay as they are; null empties a field. */
  update(id: string, input: Fields): Promise<CoreItem>;
  remove(id: string): Promise<CoreItem>;
  /** Undefined when there is no such item. */
  find(id: string): Promise<CoreItem | undefined>;
  /** The first match, newest first unless sorted. */
  findOne(options?: Pick<CoreList, "filters" | "sort">): Promise<CoreItem | undefined>;
  list(options?: CoreList): Promise<readonly CoreItem[]>;
  count(filters?: readonly Fields[]): Promise<number>;
}
