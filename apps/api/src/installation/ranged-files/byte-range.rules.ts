/** The bytes of a file that a request asks for, both included. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

const ONE_RANGE = /^bytes=(\d{1,15})?-(\d{1,15})?$/;

/**
 * The range of a header (RFC 9110, 14.2). Several ranges and invalid ones are ignored.
 * @returns undefined for the whole file, `beyond` for a range without any byte of it
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'beyond' | undefined {
  const [, first, last] = ONE_RANGE.exec(header ?? '') ?? [];
  if (first === undefined && last === undefined) return undefined;
  if (first !== undefined && last !== undefined && Number(last) < Number(first)) return undefined;
  const from = first === undefined ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === undefined || last === undefined ? size - 1 : Math.min(Number(last), size - 1);
  return from <= to ? { from, to } : 'beyond';
}
