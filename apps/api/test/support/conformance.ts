import type { OpenAPIObject } from '@nestjs/swagger';
import { Answers } from './conformance-answers.js';
import { casesOf, type Case } from './conformance-cases.js';
import { ExampleWorld } from './example-world.js';

/** The example company and the served document, for all conformance specs. */
export interface Conformance {
  readonly world: ExampleWorld;
  readonly document: OpenAPIObject;
  readonly cases: readonly Case[];
  readonly answers: Answers;
}

export async function startConformance(): Promise<Conformance> {
  const world = await ExampleWorld.start();
  const { body: document } = await world.key.call<OpenAPIObject>('GET', '/v1/openapi.json');
  // The routes of our own pages are not part of the API.
  const cases = casesOf(document).filter(({ path }) => path.startsWith('/v1/'));
  return { world, document, cases, answers: new Answers(document) };
}
