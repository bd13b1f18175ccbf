import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { CommandError } from '@snug/protocol';
import type { FastifyInstance } from 'fastify';
import { toErrorBody } from '../commands/error-body.ts';
import { StartError } from '../start-error.ts';
import { POPUP_OPENER_POLICY } from './headers.ts';
import { type PageRouteOptions, pageRoute } from './page-route.ts';
import { PUBLIC_ROUTE } from './require-session.ts';

/** Routes of the app without a server route: see web/src/app/app.tsx. */
const PAGE_PATHS = /^\/(?:signin|share)(?:\?|$)/;

/** Serves the built web app. Every URL that is not a file gets the app's page. */
export async function webRoute(app: FastifyInstance, options: PageRouteOptions): Promise<void> {
  const folder = options.webFolder;
  if (!existsSync(join(folder, 'index.html'))) {
    throw new StartError('The web app is not built yet: start Snug by `npm start`.');
  }
  app.addHook('onRoute', route => {
    if (route.url === '/*') Object.assign(route, PUBLIC_ROUTE);
  });
  await app.register(fastifyStatic, {
    root: folder,
    cacheControl: false,
    index: false,
    // Such as the build's manifest.
    dotfiles: 'ignore',
    preCompressed: true,
    setHeaders: (reply, path) => {
      // File names under assets contain a content hash. Other files may change with the next build.
      const isHashed = path.startsWith(join(folder, 'assets'));
      if (path.startsWith(join(folder, 'linking.html')))
        reply.header('cross-origin-opener-policy', POPUP_OPENER_POLICY);
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  pageRoute(app, options);
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !/^\/(?:api|assets)\//.test(request.url);
    // The page shows that a route does not exist; programs see the status.
    if (isPage) return reply.code(PAGE_PATHS.test(request.url) ? 200 : 404).sendFile('index.html');
    return reply.code(404).send(toErrorBody(new CommandError('not_found')));
  });
}
