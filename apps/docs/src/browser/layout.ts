import type { SwaggerPlugin } from './swagger-ui.js';

interface LayoutProps {
  readonly getComponent?: (name: string, connected?: boolean) => unknown;
  readonly specSelectors?: { isOAS31(): boolean };
}

/**
 * The parts of Swagger UI that this page shows, in its own frame. The usual layout brings a second main landmark and a choice of
 * servers; here requests always go to the installation that the page came from.
 */
export const layout: SwaggerPlugin = {
  wrapComponents: {
    BaseLayout: (_, { React }) =>
      function Layout({ getComponent = () => 'div', specSelectors }: LayoutProps) {
        const part = (name: string) => React.createElement(getComponent(name, true), null);
        return React.createElement(
          'div',
          { className: 'swagger-ui' },
          React.createElement(getComponent('SvgAssets'), null),
          part('InfoContainer'),
          React.createElement('div', { className: 'scheme-container' }, part('AuthorizeBtnContainer')),
          part('errors'),
          part('operations'),
          specSelectors?.isOAS31() ? part('Webhooks') : null,
          part('Models'),
        );
      },
  },
};
