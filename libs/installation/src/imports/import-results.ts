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

/** Line breaks of Unicode that JSON does not escape, and readers of lines in Python and other languages split at. */
const LINE_BREAKS = /[\u0085\u2028\u2029]/g;

export function resultLine(row: number, { result, id, problem }: RowOutcome, values: unknown): string {
  const line: ResultLine = {
    ...{ row, result, id: id ?? null },
    ...(problem && { problem: resultProblem(problem), values }),
  };
  const text = JSON.stringify(line);
  return `${text.replace(LINE_BREAKS, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;
}

function resultProblem({ code, message, options: { errors, extensions } }: Problem): ResultProblem {
  return { code, detail: message, ...(errors && { errors }), ...extensions };
}
