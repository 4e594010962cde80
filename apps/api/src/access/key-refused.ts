import { Problem, type ProblemCode } from '@billhook/domain/problems';

export interface RefusedKey {
  readonly id: number;
  readonly companyId: number;
}

/** A refusal of a key that the caller holds whole: its owner will want to know who still calls with it. */
export class KeyRefused extends Problem {
  constructor(
    code: ProblemCode,
    readonly key: RefusedKey,
    detail?: string,
  ) {
    super(code, detail);
  }
}
