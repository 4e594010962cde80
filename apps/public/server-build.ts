import react from '@vitejs/plugin-react';
import { build, defaultServerConditions, type Plugin } from 'vite';
import { bothSchemes, withoutUnusedColours } from './src/server/page-styles.js';

const NAME = 'render-page.mjs';

const SKELETON = /<div id="root">[^]*?<\/div>\s*<\/div>/;
const ROOT = '<div id="root" data-rendered>%page:body%</div>';

/** The function that renders the page of a link, in one file with its packages, for the API: `dist/server`, which is not served. */
export function serverPage(): Plugin {
  return {
    name: 'billhook-server-page',
    apply: 'build',
    async writeBundle({ dir = '' }, files) {
      const index = files['index.html'];
      const styles = Object.values(files).find(({ fileName }) => /^assets\/index-.*\.css$/.test(fileName));
      if (index?.type !== 'asset' || styles?.type !== 'asset') throw new Error('The page has no styles.');
      await build({
        root: import.meta.dirname,
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        plugins: [react()],
        define: {
          PAGE_TEMPLATE: JSON.stringify(
            template(String(index.source), bothSchemes(withoutUnusedColours(String(styles.source)))),
          ),
          'process.env.NODE_ENV': '"production"',
        },
        ssr: {
          noExternal: true,
          target: 'node',
          resolve: { conditions: ['@billhook/source', ...defaultServerConditions] },
        },
        build: {
          ssr: 'src/server/render-page.tsx',
          outDir: `${dir}/server`,
          emptyOutDir: true,
          target: 'node22',
          minify: true,
          rolldownOptions: { output: { entryFileNames: NAME, codeSplitting: false } },
        },
      });
    },
  };
}

/** `index.html` with the styles inside, without the skeleton, and with the script at the end. */
function template(html: string, styles: string): string {
  const [, script = ''] = /(<script type="module"[^>]*><\/script>)/.exec(html) ?? [];
  const page = html
    .replace(script, '')
    .replace('lang="en"', 'lang="%page:language%"')
    .replace(/<title>.*<\/title>/, '<title>%page:title%</title>')
    .replace(/<style>[^]*?<\/style>\s*/, () => `<style>${styles}</style>%page:schemes%`)
    .replace(/<script src="[^"]*colour-scheme.js"><\/script>/, (tag) => tag.replace('<script', '<script async'))
    .replace(SKELETON, ROOT)
    .replace(/\s*<noscript>[^]*?<\/noscript>/, '%page:data%')
    .replace(/\s*<link rel="stylesheet"[^>]*>/, '')
    .replace('</body>', `${script}</body>`);
  const missing = ['language', 'title', 'schemes', 'body', 'data'].filter((name) => !page.includes(`%page:${name}%`));
  if (missing.length > 0 || page.includes('rel="stylesheet"'))
    throw new Error(`index.html has changed: ${missing.join()}`);
  return page;
}
