import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';

const FILE = new URL('../../../docs/openapi.json', import.meta.url);

/**
 * The OpenAPI 3.1 document that `npm run openapi` generated from the routes: generating it takes half a second, during
 * which the API would not respond (decision 138). `conformance-document.e2e-spec.ts` compares it with the routes.
 */
@Injectable()
export class CommittedDocument {
  private read?: OpenAPIObject;

  get document(): OpenAPIObject {
    this.read ??= JSON.parse(readFileSync(FILE, 'utf8')) as OpenAPIObject;
    return this.read;
  }
}
