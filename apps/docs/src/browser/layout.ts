import type { SwaggerPlugin, SwaggerReact } from './swagger-ui.js';

interface LayoutProps {
  readonly getComponent?: (name: string, connected?: boolean) => unknown;
  readonly specSelectors?: { isOAS31(): boolean };
  readonly getConfigs?: () => { readonly tryItOutEnabled: boolean };
}

/** The hint beside Authorize: what Execute does, and with which record. */
function tryNote(React: SwaggerReact) {
  return React.createElement(
    'p',
    { className: 'try-note' },
    'Ids are examples. Once you have entered a key or signed in, each id field is filled with an id from its list. ',
    React.createElement('strong', null, 'Writes are dry runs'),
    ', which change nothing. To write, select ',
    React.createElement('code', null, '--'),
    ' in the field ',
    React.createElement('code', null, 'Prefer'),
    '.',
  );
}

/**
 * The parts of Swagger UI that this page shows. The default layout adds a second main landmark and a server selection, but here
 * requests always go to the installation that serves the page.
 */
export const layout: SwaggerPlugin = {
  wrapComponents: {
    BaseLayout: (_, { React }) =>
      function Layout({ getComponent = () => 'div', specSelectors, getConfigs }: LayoutProps) {
        const part = (name: string) => React.createElement(getComponent(name, true), null);
        return React.createElement(
          'div',
          { className: 'swagger-ui' },
          React.createElement(getComponent('SvgAssets'), null),
          React.createElement(
            'div',
            { className: 'scheme-container' },
            part('AuthorizeBtnContainer'),
            getConfigs?.().tryItOutEnabled ? tryNote(React) : null,
          ),
          part('errors'),
          part('FilterContainer'),
          React.createElement(
            'details',
            { className: 'conventions' },
            React.createElement('summary', null, 'Conventions of all operations'),
            part('InfoContainer'),
          ),
          part('operations'),
          specSelectors?.isOAS31() ? part('Webhooks') : null,
          part('Models'),
        );
      },
  },
};
