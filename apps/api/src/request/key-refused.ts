import { Problem, type ProblemCode } from '@billhook/domain/shared/problems';

export interface RefusedKey {
  readonly id: number;
  readonly companyId: number;
}

const CAUSES_OF_DEATH = ['key_revoked', 'key_expired'] as const satisfies readonly ProblemCode[];
export type CauseOfDeath = (typeof CAUSES_OF_DEATH)[number];

/** A refusal of a key that the caller holds whole: its owner will want to know who still calls with it. */
export class KeyRefused extends Problem {
  constructor(
    code: ProblemCode,
    readonly key: RefusedKey,
    detail?: string,
  ) {
    super(code, detail);
  }

  /** Whether it can never work again. Else it was refused for where it was used from, and lives. */
  get isDead(): boolean {
    return CAUSES_OF_DEATH.some((cause) => cause === this.code);
  }
}
