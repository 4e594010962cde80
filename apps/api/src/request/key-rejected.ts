import { Problem, type ProblemCode } from '@billhook/domain/shared/problems';

export interface RejectedKey {
  /** The id of the key, or the negative id of an application's grant, as in `callerNumber`. */
  readonly id: number;
  readonly companyId: number;
  /** Where its company is. */
  readonly cell: number;
}

const ENDED_KEY_CODES = ['key_revoked', 'key_expired'] as const satisfies readonly ProblemCode[];
export type EndedKeyCode = (typeof ENDED_KEY_CODES)[number];

const ENDED_CODES: readonly ProblemCode[] = [...ENDED_KEY_CODES, 'token_revoked'];

/** Rejects a key or access token that the caller holds completely. Its owner sees who still calls with it. */
export class KeyRejected extends Problem {
  constructor(
    code: ProblemCode,
    readonly key: RejectedKey,
    detail?: string,
  ) {
    super(code, detail);
  }

  /** Whether it can never work again; otherwise it was rejected for the address that called. */
  get hasEnded(): boolean {
    return ENDED_CODES.includes(this.code);
  }
}
