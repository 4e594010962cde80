import { resolveSubtree } from './resolve-references.js';
import type { SwaggerPlugin } from './swagger-ui.js';

/** Our document is JSON without references to elsewhere: read as such, in place of as YAML and by a resolver of everything. */
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
