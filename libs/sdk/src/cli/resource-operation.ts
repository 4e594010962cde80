export interface QueryParameter {
  readonly name: string;
  /** Takes several known values, separated by commas. */
  readonly isList: boolean;
}

/** An operation of the API as a command. */
export interface ResourceOperation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** The names of the path, in its order. */
  readonly pathNames: readonly string[];
  /** The parameters of the query by their options. */
  readonly query: ReadonlyMap<string, QueryParameter>;
  readonly takesBody: boolean;
  readonly isPaged: boolean;
  readonly isFile: boolean;
}
