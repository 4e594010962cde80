import { invalidBody, Problem } from '@billhook/domain/shared/problems';
import { Injectable } from '@nestjs/common';
import { OutboundFetch } from '../oauth/outbound-fetch.js';

const MOST_BYTES = 200_000;

/** The first bytes of each format that a browser shows as an image and that cannot contain a script. */
const FORMATS: readonly (readonly [type: string, isFormat: (bytes: Buffer) => boolean])[] = [
  ['image/png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))],
  ['image/webp', (bytes) => bytes.subarray(0, 4).toString() === 'RIFF' && bytes.subarray(8, 12).toString() === 'WEBP'],
];

/** Loads the logo of an application once, so that no browser of a member calls the address. */
@Injectable()
export class LogoLoader {
  constructor(private readonly outbound: OutboundFetch) {}

  /** @throws Problem 422 with the reason */
  async load(url: string | null): Promise<{ logo: Buffer | null; logoType: string | null }> {
    if (url === null) return { logo: null, logoType: null };
    const logo = await this.read(url).catch((error: unknown) => {
      if (error instanceof Problem) throw error;
      const { name, message, cause } = error instanceof Error ? error : new Error(String(error));
      if (name === 'TimeoutError') throw logoProblem('The address did not send the whole file in time');
      throw logoProblem(cause instanceof Error ? cause.message : message);
    });
    const format = FORMATS.find(([, isFormat]) => isFormat(logo));
    if (!format) throw logoProblem('The file is not a PNG, JPEG or WebP image');
    return { logo, logoType: format[0] };
  }

  /** The limit on time of `OutboundFetch` includes the body. */
  private async read(url: string): Promise<Buffer> {
    const response = await this.outbound.fetch(url);
    if (response.status !== 200) throw logoProblem(`The address returned ${response.status}`);
    return bytesOf(response);
  }
}

async function bytesOf({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    // Leaving the loop cancels the rest of the response.
    if (size > MOST_BYTES) throw logoProblem('The file is larger than 200 kB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function logoProblem(reason: string): Problem {
  const message = `could not be loaded: ${reason.replace(/\.$/, '')}`;
  return invalidBody('/logoUrl', 'logo_unavailable', message);
}
