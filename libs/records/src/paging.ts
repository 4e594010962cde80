/** Where a list goes on, and how far: newest first, by id. Never an offset, which re-reads all it skips. */
export interface Slice {
  /** Records with a smaller id only. */
  readonly before?: number;
  readonly limit: number;
}

export interface Sliced<T> {
  readonly rows: T[];
  readonly hasMore: boolean;
}

/** Cuts the one row that was read too many, to know whether there are more. */
export function cut<T>(rows: T[], limit: number): Sliced<T> {
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** A WHERE clause from the filters that are set; each adds its value and names its place. */
export class Conditions {
  readonly values: unknown[] = [];
  private readonly parts: string[] = [];
  private readonly names: string[] = [];

  /** Adds `sql` with `?` standing for the value, unless the value is undefined. */
  add(name: string, sql: string, value: unknown): this {
    if (value !== undefined) {
      this.values.push(value);
      this.parts.push(sql.replaceAll('?', `$${this.values.length}`));
      this.names.push(name);
    }
    return this;
  }

  /** Adds `sql`, which takes no value, when it is asked for. */
  when(asked: boolean, name: string, sql: string): this {
    if (asked) {
      this.parts.push(sql);
      this.names.push(name);
    }
    return this;
  }

  get where(): string {
    return this.parts.join(' AND ');
  }

  /** Tells the combination of filters, so that each has a prepared statement of its own. */
  get signature(): string {
    return this.names.join('_');
  }
}
