import { resolveSubtree } from './resolve-references.js';
import type { SwaggerPlugin } from './swagger-ui.js';

/** Parses the document as JSON without external references, which is faster than Swagger UI's YAML parser and resolver. */
export const plainReading: SwaggerPlugin = {
  fn: { resolveSubtree },
  statePlugins: {
    spec: {
      wrapActions: {
        parseToJson:
          (_, { specActions }) =>
          (text) =>
            specActions.updateJsonSpec(JSON.parse(text)),
      },
    },
  },
};
