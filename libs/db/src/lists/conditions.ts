/** The condition of a filter. In SQL the table is `r`, the company `$1`, and the value `?`. */
export interface Condition {
  /** Alternatives, each with its own index. */
  readonly any: readonly string[];
  /** Undefined if the SQL has no value. */
  readonly value?: unknown;
  /** Whether few rows match and an index finds them. */
  readonly few?: true;
  /** The member by which an index orders the rows that match. */
  readonly walk?: string;
  /** The column of the condition. */
  readonly column?: string;
  /** The value is a list, and the index orders the rows of each of its elements. */
  readonly each?: true;
}

/** A condition whose alternatives contain the parameter of the value. */
export interface BoundCondition extends Condition {
  readonly place: string;
}

/** The conditions of a statement and their values. */
export class Conditions {
  readonly values: unknown[];
  readonly bound: BoundCondition[] = [];
  private readonly names: string[] = [];

  /** @param values of the parameters before the parameters of the conditions */
  constructor(values: readonly unknown[] = []) {
    this.values = [...values];
  }

  /** The same conditions, to which a statement adds its own values. */
  copy(): Conditions {
    const copy = new Conditions(this.values);
    copy.bound.push(...this.bound);
    copy.names.push(...this.names);
    return copy;
  }

  /**
   * Adds a value.
   * @returns its parameter, `$2`
   */
  readonly bind = (value: unknown): string => `$${this.values.push(value)}`;

  /** Adds `sql` with the parameter for `?`, unless the value is undefined. */
  add(name: string, sql: string, value: unknown): this {
    return value === undefined ? this : this.of(name, { any: [sql], value });
  }

  /** Adds `sql` without a value, if `applies` is true. */
  when(applies: boolean, name: string, sql: string): this {
    return applies ? this.of(name, { any: [sql] }) : this;
  }

  /** Adds the condition of a filter. */
  of(name: string, condition: Condition): this {
    const { any, value } = condition;
    const place = value === undefined ? '' : this.bind(value);
    // In parentheses: without them an OR would match rows of other companies.
    this.bound.push({ ...condition, any: any.map((sql) => `(${sql.replaceAll('?', place)})`), place });
    this.names.push(name);
    return this;
  }

  /** All conditions as one expression. */
  get where(): string {
    return this.bound.map(({ any }) => `(${any.join(' OR ')})`).join(' AND ') || 'true';
  }

  /** One WHERE clause for each alternative of a condition; together they find all rows. */
  get ways(): string[] {
    const several = this.bound.find(({ any }) => any.length > 1);
    const others = this.bound.filter((bound) => bound !== several).flatMap(({ any }) => any);
    return (several?.any ?? ['true']).map((way) => [...others, way].join(' AND '));
  }

  /** Identifies the combination of conditions, which has its own prepared statement. */
  get signature(): string {
    return this.names.join('_');
  }
}
