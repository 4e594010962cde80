import { Problem, type ProblemCode } from '@billhook/domain/shared/problems';

export interface RejectedKey {
  readonly id: number;
  readonly companyId: number;
}

const ENDED_KEY_CODES = ['key_revoked', 'key_expired'] as const satisfies readonly ProblemCode[];
export type EndedKeyCode = (typeof ENDED_KEY_CODES)[number];

/** Rejects a key that the caller holds completely. Its owner sees who still calls with it. */
export class KeyRejected extends Problem {
  constructor(
    code: ProblemCode,
    readonly key: RejectedKey,
    detail?: string,
  ) {
    super(code, detail);
  }

  /** Whether the key can never work again; otherwise it was rejected for the address that called. */
  get hasEnded(): boolean {
    return ENDED_KEY_CODES.some((code) => code === this.code);
  }
}
