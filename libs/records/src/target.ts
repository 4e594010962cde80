/** The record that is to be changed, and the versions that the caller has seen (If-Match), where any were said. */
export interface Target {
  readonly id: number;
  readonly versions?: readonly number[] | undefined;
}
