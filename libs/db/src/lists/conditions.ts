/** What a filter asks of a row. In SQL the table is `r`, `$1` the company, and `?` stands for the value. */
export interface Condition {
  /** Of several, any may hold, and each has its own index. */
  readonly any: readonly string[];
  /** Undefined where the SQL takes none. */
  readonly value?: unknown;
  /** Whether few rows meet it, and an index finds them. */
  readonly few?: true;
  /** The member in whose order an index holds the rows that meet it. */
  readonly walk?: string;
  /** The column it is about. */
  readonly column?: string;
  /** The value is a list, and the index holds the rows of each of its elements in that order. */
  readonly each?: true;
}

/** A condition with its value bound: the SQL of each way to meet it, and the place of the value. */
interface BoundCondition {
  readonly any: readonly string[];
  readonly place: string;
}

/** The conditions of a statement and its values. */
export class Conditions {
  readonly values: unknown[];
  readonly bound: BoundCondition[] = [];
  private readonly names: string[] = [];

  /** @param values that the statement has before those of the conditions */
  constructor(values: readonly unknown[] = []) {
    this.values = [...values];
  }

  /** Adds a value. @returns its place, `$2` */
  readonly bind = (value: unknown): string => `$${this.values.push(value)}`;

  /** Adds `sql` with `?` standing for the value, unless the value is undefined. */
  add(name: string, sql: string, value: unknown): this {
    return value === undefined ? this : this.of(name, { any: [sql], value });
  }

  /** Adds `sql`, which takes no value, when it is asked for. */
  when(asked: boolean, name: string, sql: string): this {
    return asked ? this.of(name, { any: [sql] }) : this;
  }

  /** Adds what a filter asks for. */
  of(name: string, { any, value }: Condition): this {
    const place = value === undefined ? '' : this.bind(value);
    // In parentheses: beside the company, an OR inside it would let rows of other companies through.
    this.bound.push({ any: any.map((sql) => `(${sql.replaceAll('?', place)})`), place });
    this.names.push(name);
    return this;
  }

  /** All conditions, as a test of a row. */
  get where(): string {
    return this.bound.map(({ any }) => `(${any.join(' OR ')})`).join(' AND ') || 'true';
  }

  /** All conditions, as one WHERE clause for each index that finds rows: together they find all. */
  get ways(): string[] {
    const several = this.bound.find(({ any }) => any.length > 1);
    const others = this.bound.filter((bound) => bound !== several).flatMap(({ any }) => any);
    return (several?.any ?? ['true']).map((way) => [...others, way].join(' AND '));
  }

  /** Names the combination of conditions, so that each has its own prepared statement. */
  get signature(): string {
    return this.names.join('_');
  }
}
