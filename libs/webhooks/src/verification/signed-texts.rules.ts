import type { VerificationMistakeCode } from '@billhook/domain/webhooks/verification-mistakes';
import { bodyVariants } from './body-variants.rules.js';

/** A text that a receiver may sign, with the mistakes that lead to it. */
export interface SignedText {
  readonly bytes: Buffer;
  readonly mistakes: readonly VerificationMistakeCode[];
}

interface SignedHead {
  readonly text: string;
  readonly mistake?: VerificationMistakeCode;
}

/** Every text that a receiver may sign in place of `id.timestamp.body`: the right ones first. */
export function signedTexts(
  request: { readonly id: string | null; readonly timestamp: string | null },
  bodies: readonly Buffer[],
): SignedText[] {
  const [first] = bodies;
  const heads = headsOf(request, first?.toString() ?? '');
  return bodies.flatMap((body) => {
    const variants = [{ bytes: body, mistake: undefined }, ...bodyVariants(body.toString())];
    return variants.flatMap((variant) =>
      heads.map(({ text, mistake }) => ({
        bytes: Buffer.concat([Buffer.from(text), variant.bytes]),
        mistakes: [mistake, variant.mistake].filter((code) => code !== undefined),
      })),
    );
  });
}

function headsOf({ id, timestamp }: { id: string | null; timestamp: string | null }, body: string): SignedHead[] {
  const seconds = /^\d{13}$/.test(timestamp ?? '') ? (timestamp ?? '').slice(0, 10) : timestamp;
  const heads: SignedHead[] = [
    { text: `${id}.${timestamp}.` },
    { text: '', mistake: 'body_only' },
    { text: `${timestamp}.`, mistake: 'id_missing' },
    { text: `${id}.`, mistake: 'timestamp_missing' },
    { text: `${id}.${seconds}000.`, mistake: 'timestamp_unit' },
    ...(seconds === timestamp ? [] : [{ text: `${id}.${seconds}.`, mistake: 'timestamp_unit' } as const]),
    ...idsIn(body)
      .filter((other) => other !== id)
      .map((other): SignedHead => ({ text: `${other}.${timestamp}.`, mistake: 'wrong_id' })),
  ];
  return heads;
}

/** The ids in a message that a receiver may take for the id of the message. */
function idsIn(body: string): string[] {
  try {
    const { id, data } = JSON.parse(body) as { id?: unknown; data?: { id?: unknown } | null };
    return [id, data?.id].filter((each) => typeof each === 'string' || typeof each === 'number').map(String);
  } catch {
    return [];
  }
}
