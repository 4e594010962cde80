import { dryRunSwitch } from './dry-run.js';
import type { SwaggerPlugin } from './swagger-ui.js';

interface LayoutProps {
  readonly getComponent?: (name: string, connected?: boolean) => unknown;
  readonly specSelectors?: { isOAS31(): boolean };
  readonly getConfigs?: () => { readonly tryItOutEnabled: boolean };
}

/**
 * The parts of Swagger UI that this page shows. The default layout adds a second main landmark and a server selection, but here
 * requests always go to the installation that serves the page.
 */
export const layout: SwaggerPlugin = {
  wrapComponents: {
    BaseLayout: (_, { React }) => {
      const DryRunSwitch = dryRunSwitch(React);
      return function Layout({ getComponent = () => 'div', specSelectors, getConfigs }: LayoutProps) {
        const part = (name: string) => React.createElement(getComponent(name, true), null);
        return React.createElement(
          'div',
          { className: 'swagger-ui' },
          React.createElement(getComponent('SvgAssets'), null),
          React.createElement(
            'div',
            { className: 'scheme-container' },
            part('AuthorizeBtnContainer'),
            getConfigs?.().tryItOutEnabled ? React.createElement(DryRunSwitch, null) : null,
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
      };
    },
  },
};
