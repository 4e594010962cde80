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

/** Compiled schemas of the document that earlier spec files of this worker have used. */
let compiled: { readonly text: string; readonly answers: Answers } | undefined;

function answersOf(text: string, document: OpenAPIObject): Answers {
  if (compiled?.text !== text) compiled = { text, answers: new Answers(document) };
  return compiled.answers;
}

export async function startConformance(): Promise<Conformance> {
  const world = await ExampleWorld.start();
  const { text, body: document } = await world.key.call<OpenAPIObject>('GET', '/v1/openapi.json');
  // The routes of our own pages are not part of the API.
  const cases = casesOf(document).filter(({ path }) => path.startsWith('/v1/'));
  return { world, document, cases, answers: answersOf(text, document) };
}
