import type { RowResult } from '@billhook/domain/shared/import';
import type { FieldError, Problem } from '@billhook/domain/shared/problems';

/** What an import did with a row. */
export interface RowOutcome {
  readonly result: RowResult;
  readonly id?: number | undefined;
  readonly problem?: Problem;
}

interface ResultProblem {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly FieldError[];
  readonly [extension: string]: unknown;
}

/** A line of the results of an import. */
export interface ResultLine {
  /** The position of the row, from 1, without headers and blank lines. */
  readonly row: number;
  readonly result: RowResult;
  /** The id of the record; null without one. */
  readonly id: number | null;
  readonly problem?: ResultProblem;
  /** The row as it is in the file, if it was rejected. */
  readonly values?: unknown;
}

export function resultLine(row: number, { result, id, problem }: RowOutcome, values: unknown): string {
  const line: ResultLine = {
    ...{ row, result, id: id ?? null },
    ...(problem && { problem: resultProblem(problem), values }),
  };
  return `${JSON.stringify(line)}\n`;
}

function resultProblem({ code, message, options: { errors, extensions } }: Problem): ResultProblem {
  return { code, detail: message, ...(errors && { errors }), ...extensions };
}
